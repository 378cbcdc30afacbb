// RUN: %heddle check %s --strategy dpor | FileCheck %s
// A cache that forgets what was not used for longest, with readers that do not exclude each other.
// CHECK: safe:
#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

/// Readers look entries up together and note when by an atomic; writers find the oldest.
template <class Key, class Value> class LruCache {
public:
  explicit LruCache(std::size_t capacity) : capacity(capacity) {
    if (capacity == 0)
      throw std::invalid_argument("a cache for nothing");
  }

  std::optional<Value> find(const Key &key) const {
    std::shared_lock<std::shared_mutex> reading(mutex);
    const auto found = entries.find(key);
    if (found == entries.end()) {
      misses.fetch_add(1, std::memory_order_relaxed);
      return std::nullopt;
    }
    hits.fetch_add(1, std::memory_order_relaxed);
    found->second.used.store(tick(), std::memory_order_relaxed);
    return found->second.value;
  }

  void insert(const Key &key, Value value) {
    std::unique_lock<std::shared_mutex> writing(mutex);
    put(key, std::move(value));
  }

  /// The value of a key, made if it is not there. What `make` throws leaves the cache as it was.
  Value get(const Key &key, const std::function<Value(const Key &)> &make) {
    if (std::optional<Value> known = find(key))
      return *known;
    Value made = make(key);
    std::unique_lock<std::shared_mutex> writing(mutex);
    const auto found = entries.find(key); // Somebody may have been faster.
    if (found != entries.end())
      return found->second.value;
    put(key, made);
    return made;
  }

  bool erase(const Key &key) {
    std::unique_lock<std::shared_mutex> writing(mutex);
    return entries.erase(key) == 1;
  }

  std::size_t size() const {
    std::shared_lock<std::shared_mutex> reading(mutex);
    return entries.size();
  }
  int hitCount() const { return hits.load(); }
  int missCount() const { return misses.load(); }

private:
  struct Entry {
    Value value;
    mutable std::atomic<std::uint64_t> used;
    Entry(Value v, std::uint64_t when) : value(std::move(v)), used(when) {}
  };

  std::uint64_t tick() const { return clock.fetch_add(1, std::memory_order_relaxed) + 1; }

  void put(const Key &key, Value value) {
    const auto found = entries.find(key);
    if (found != entries.end()) {
      found->second.value = std::move(value);
      found->second.used = tick();
      return;
    }
    if (entries.size() == capacity)
      forgetOldest();
    entries.try_emplace(key, std::move(value), tick());
    assert(entries.size() <= capacity);
  }

  void forgetOldest() {
    auto oldest = entries.begin();
    for (auto one = entries.begin(); one != entries.end(); ++one)
      if (one->second.used.load() < oldest->second.used.load())
        oldest = one;
    entries.erase(oldest);
  }

  const std::size_t capacity;
  mutable std::shared_mutex mutex;
  std::unordered_map<Key, Entry> entries;
  mutable std::atomic<std::uint64_t> clock = 0;
  mutable std::atomic<int> hits = 0;
  mutable std::atomic<int> misses = 0;
};

static void alone() {
  LruCache<std::string, int> cache(2);
  cache.insert("one", 1);
  cache.insert("two", 2);
  assert(cache.find("one") == 1);
  cache.insert("three", 3); // Forgets "two".
  assert(!cache.find("two"));
  assert(cache.find("one") == 1 && cache.find("three") == 3);
  assert(cache.size() == 2 && cache.erase("one") && !cache.erase("one"));
  assert(cache.hitCount() == 3 && cache.missCount() == 1);
}

static void makerThrows() {
  LruCache<int, int> cache(1);
  bool isThrown = false;
  try {
    cache.get(1, [](int key) -> int { throw std::out_of_range(std::to_string(key)); });
  } catch (const std::out_of_range &error) {
    isThrown = error.what() == std::string("1");
  }
  assert(isThrown && cache.size() == 0);
}

static void together() {
  LruCache<int, std::string> cache(1);
  std::atomic<int> made = 0;
  auto make = [&](int key) {
    ++made;
    return std::to_string(key * key);
  };
  std::thread other([&] { assert(cache.get(3, make) == "9"); });
  assert(cache.get(3, make) == "9");
  other.join();
  assert(made >= 1 && made <= 2);
  assert(cache.size() == 1 && cache.find(3) == "9");
}

static void evictions() {
  LruCache<int, int> cache(1);
  std::vector<std::thread> writers;
  for (int key = 0; key < 2; ++key)
    writers.emplace_back([&cache, key] {
      cache.insert(key, key + 10);
      const std::optional<int> found = cache.find(key);
      assert(!found || *found == key + 10);
    });
  for (std::thread &writer : writers)
    writer.join();
  assert(cache.size() == 1);
}

int main() {
  alone();
  makerThrows();
  together();
  evictions();
}
