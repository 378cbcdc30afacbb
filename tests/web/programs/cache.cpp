// A cache that locks when it writes and forgets to when it reads.
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Cache {
public:
  void put(const std::string &key, int value) {
    std::lock_guard<std::mutex> guard(mutex);
    entries[key] = value;
    ++writes;
  }
  int size() const { return writes; }

private:
  mutable std::mutex mutex;
  std::map<std::string, int> entries;
  int writes = 0;
};

int main() {
  Cache cache;
  std::thread writer([&] { cache.put("one", 1); });
  std::thread reader([&] { std::cout << "entries: " << cache.size() << "\n"; });
  writer.join();
  reader.join();
  return 0;
}
