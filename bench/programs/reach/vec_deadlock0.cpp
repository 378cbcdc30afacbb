// Two threads keep of a vector what is in another one, each the other way round. As long as the
// first one is empty, who begins there never asks for the second one's lock.
#include <heddle/heddle.h>
#include <thread>

#ifdef LIBRARY
#include "sync_std_vector.h"
#else
#include "sync_vector.h"
#endif

static SyncVector<int> left;
static SyncVector<int> right;

static void fill() {
  const int value = heddle_int("value");
  if (value > 18)
    left.push_back(value);
}

int main() {
  left.reserve(4);
  right.push_back(1);
  std::thread one([] { left.retain_all(right); });
  std::thread other([] { right.retain_all(left); });
  std::thread filler(fill);
  filler.join();
  one.join();
  other.join();
  return 0;
}
