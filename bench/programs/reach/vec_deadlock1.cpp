// Two threads compare vectors, each the other way round, and both vectors are empty at first: then
// nobody asks for the second lock.
#include <heddle/heddle.h>
#include <thread>

#ifdef LIBRARY
#include "sync_std_vector.h"
#else
#include "sync_vector.h"
#endif

static SyncVector<int> left;
static SyncVector<int> right;

static void fill(SyncVector<int> &vector, const char *name) {
  const int value = heddle_int(name);
  if (value > 18)
    vector.push_back(value);
}

int main() {
  left.reserve(4);
  right.reserve(4);
  std::thread first([] { fill(left, "first"); });
  std::thread second([] { fill(right, "second"); });
  std::thread one([] { left.remove_all(right); });
  std::thread other([] { right.remove_all(left); });
  first.join();
  second.join();
  one.join();
  other.join();
  return 0;
}
