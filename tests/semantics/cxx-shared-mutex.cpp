// shared_mutex and shared_timed_mutex: readers together, writers alone, shared_lock's ways.
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

class Directory {
public:
  std::optional<int> find(const std::string &name) const {
    std::shared_lock lock(mutex);
    const auto it = numbers.find(name);
    return it == numbers.end() ? std::nullopt : std::optional(it->second);
  }
  void set(const std::string &name, int number) {
    std::unique_lock lock(mutex);
    numbers[name] = number;
    ++version;
  }
  int versions() const {
    std::shared_lock lock(mutex);
    return version;
  }

private:
  mutable std::shared_mutex mutex;
  std::map<std::string, int> numbers;
  int version = 0;
};

int main() {
  Directory directory;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&directory, i] {
      for (int j = 0; j < 3; ++j)
        directory.set("n" + std::to_string(j), i + j);
      (void)directory.find("n1");
    });
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%d %d %d\n", directory.versions(), directory.find("n0").has_value(),
              directory.find("x").has_value());
  std::shared_mutex mutex;
  std::shared_lock reader(mutex);
  bool second = false, writer = true;
  std::thread([&] {
    std::shared_lock lock(mutex, std::try_to_lock);
    second = lock.owns_lock();
    writer = mutex.try_lock();
  }).join();
  std::printf("%d %d\n", second, writer);
  reader.unlock();
  std::unique_lock alone(mutex);
  std::thread([&] { std::printf("%d %d\n", mutex.try_lock_shared(), mutex.try_lock()); }).join();
  alone.unlock();
  std::shared_timed_mutex timed;
  std::shared_lock<std::shared_timed_mutex> a(timed, std::chrono::hours(1)),
      b(timed, std::defer_lock);
  std::printf("%d %d ", a.owns_lock(), b.try_lock_for(std::chrono::hours(1)));
  std::swap(a, b);
  b.release()->unlock_shared();
  std::printf("%d %d\n", a.owns_lock(), b.owns_lock());
}
