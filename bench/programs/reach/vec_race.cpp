// One thread takes all elements of a vector while another one takes some out: how many there are is
// read without the lock, but only if there are any.
#include <heddle/heddle.h>
#include <thread>

#ifdef LIBRARY
#include "sync_std_vector.h"
#else
#include "sync_vector.h"
#endif

static SyncVector<int> source;
static SyncVector<int> sink;

static void fill() {
  const int value = heddle_int("value");
  if (value > 18)
    source.push_back(value);
}

int main() {
  source.reserve(4);
  std::thread filler(fill);
  std::thread taker([] { sink.drain(source); });
  std::thread cleaner([] { source.clear(); });
  filler.join();
  taker.join();
  cleaner.join();
  return 0;
}
