// RUN: %heddle check %s --strategy dpor --jobs 2 | FileCheck %s
// RUN: %heddle check %s --strategy dpor --jobs 2 --args sharded | FileCheck %s
// RUN: %heddle check %s --strategy dpor --jobs 2 --args readers writer | FileCheck %s
// RUN: %exits 1 %heddle check %s --strategy dpor --jobs 2 --args readers writer -- -DBUG | FileCheck %s --check-prefix=BUG
// A cache that forgets what was not used for longest, with readers that do not exclude each other,
// and one of several such parts.
// CHECK: safe:
// A reader moves what it found to the front of the list: with a lock that readers share.
// BUG: lru-cache.cpp:{{[0-9]+}}:{{[0-9]+}}: error: data race{{.*}}[data-race]
// BUG: bug:
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

/// What the cache was asked, for who decides how large it must be.
struct Numbers {
  int hits = 0;
  int misses = 0;
  int forgotten = 0;
};

/// The entries stand in a list, the latest first; a table finds them there. Readers do not move
/// entries: they note that an entry was used, and who needs a place gives used ones another turn.
template <class Key, class Value> class LruCache {
public:
  explicit LruCache(std::size_t capacity) : capacity(capacity) {
    if (capacity == 0)
      throw std::invalid_argument("a cache for nothing");
  }

  std::optional<Value> find(const Key &key) const {
    std::shared_lock<std::shared_mutex> reading(mutex);
    const auto found = table.find(key);
    if (found == table.end()) {
      misses.fetch_add(1, std::memory_order_relaxed);
      return std::nullopt;
    }
    hits.fetch_add(1, std::memory_order_relaxed);
#ifdef BUG
    entries.splice(entries.begin(), entries, found->second);
#else
    found->second->isUsed.store(true, std::memory_order_relaxed);
#endif
    return found->second->value;
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
    const auto found = table.find(key); // Somebody may have been faster.
    if (found != table.end())
      return found->second->value;
    put(key, made);
    return made;
  }

  bool erase(const Key &key) {
    std::unique_lock<std::shared_mutex> writing(mutex);
    const auto found = table.find(key);
    if (found == table.end())
      return false;
    entries.erase(found->second);
    table.erase(found);
    return true;
  }

  std::size_t size() const {
    std::shared_lock<std::shared_mutex> reading(mutex);
    assert(table.size() == entries.size());
    return table.size();
  }
  Numbers numbers() const {
    std::shared_lock<std::shared_mutex> reading(mutex);
    return {hits.load(), misses.load(), forgotten};
  }

private:
  struct Entry {
    Key key;
    Value value;
    mutable std::atomic<bool> isUsed{false};
    Entry(Key k, Value v) : key(std::move(k)), value(std::move(v)) {}
  };
  using Place = typename std::list<Entry>::iterator;

  void put(const Key &key, Value value) {
    const auto found = table.find(key);
    if (found != table.end()) {
      found->second->value = std::move(value);
      entries.splice(entries.begin(), entries, found->second);
      return;
    }
    if (entries.size() == capacity)
      forgetOldest();
    entries.emplace_front(key, std::move(value));
    table[key] = entries.begin();
    assert(entries.size() <= capacity);
  }

  void forgetOldest() {
    while (entries.back().isUsed.exchange(false, std::memory_order_relaxed))
      entries.splice(entries.begin(), entries, std::prev(entries.end()));
    table.erase(entries.back().key);
    entries.pop_back();
    ++forgotten;
  }

  const std::size_t capacity;
  mutable std::shared_mutex mutex;
  mutable std::list<Entry> entries;
  std::unordered_map<Key, Place> table;
  int forgotten = 0;
  mutable std::atomic<int> hits = 0;
  mutable std::atomic<int> misses = 0;
};

/// Several caches, so that threads with different keys do not meet.
template <class Value> class ShardedCache {
public:
  explicit ShardedCache(std::size_t each) {
    for (auto &part : parts)
      part = std::make_unique<LruCache<std::uint32_t, Value>>(each);
  }
  LruCache<std::uint32_t, Value> &of(std::uint32_t key) { return *parts[key % parts.size()]; }
  std::size_t size() const {
    std::size_t sum = 0;
    for (const auto &part : parts)
      sum += part->size();
    return sum;
  }

private:
  std::array<std::unique_ptr<LruCache<std::uint32_t, Value>>, 2> parts;
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
  const Numbers numbers = cache.numbers();
  assert(numbers.hits == 3 && numbers.misses == 1 && numbers.forgotten == 1);
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

/// Two readers of one entry while a third thread needs its place.
static void readersAndWriter() {
  LruCache<int, int> cache(2);
  cache.insert(1, 10);
  cache.insert(2, 20);
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i)
    readers.emplace_back([&cache] {
      const std::optional<int> found = cache.find(1);
      assert(!found || *found == 10);
    });
  cache.insert(3, 30);
  for (std::thread &reader : readers)
    reader.join();
  const Numbers numbers = cache.numbers();
  assert(numbers.hits + numbers.misses == 2 && numbers.forgotten == 1);
  assert(cache.size() == 2 && cache.find(3) == 30);
}

static void sharded() {
  ShardedCache<std::string> cache(1);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < 3; ++i)
    threads.emplace_back([&cache, i] {
      cache.of(i).insert(i, std::to_string(i));
      const std::optional<std::string> found = cache.of(i).find(i);
      assert(!found || *found == std::to_string(i)); // 0 and 2 share a part.
    });
  for (std::thread &thread : threads)
    thread.join();
  assert(cache.size() == 2);
  assert(cache.of(1).find(1) == "1");
}

int main(int count, char **) {
  alone();
  makerThrows();
  switch (count) { // By the number of arguments, or they would multiply.
  case 1:
    together();
    return evictions(), 0;
  case 2:
    return sharded(), 0;
  default:
    return readersAndWriter(), 0;
  }
}
