// RUN: %expect %s
// std::atomic_load and std::atomic_store on the shared_ptr, under the library's lock.
// EXPECT: safe
#include <memory>
#include <mutex>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1);
static std::mutex mutex;

int main() {
  std::thread reader([] {
    std::shared_ptr<int> copy;
    {
      std::lock_guard<std::mutex> guard(mutex);
      copy = current;
    }
    if (copy)
      *copy += 1;
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    current.reset();
  }
  reader.join();
}
