// RUN: %expect %s
// The notification comes before the wait, which has no predicate.
// EXPECT: lost-wakeup
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable ready;

int main() {
  std::thread worker([] {
    std::unique_lock<std::mutex> lock(mutex);
    ready.wait(lock); // BUG: lost-wakeup
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    ready.notify_one();
  }
  worker.join();
}
