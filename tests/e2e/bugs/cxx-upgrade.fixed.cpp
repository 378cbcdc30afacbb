// RUN: %expect %s
// It looks again once it may write.
// EXPECT: safe
#include <cassert>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::map<int, int> cache;
static std::shared_mutex mutex;
static int computed;

static int get(int key) {
  {
    std::shared_lock<std::shared_mutex> reading(mutex);
    if (auto found = cache.find(key); found != cache.end())
      return found->second;
  }
  std::unique_lock<std::shared_mutex> writing(mutex);
  if (auto found = cache.find(key); found != cache.end())
    return found->second;
  ++computed;
  assert(computed == 1);
  return cache[key] = 2 * key;
}

int main() {
  std::thread other([] { get(1); });
  get(1);
  other.join();
}
