// RUN: %expect %s
// The wait looks at what it waits for.
// EXPECT: safe
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable ready;
static bool isReady;

int main() {
  std::thread worker([] {
    std::unique_lock<std::mutex> lock(mutex);
    ready.wait(lock, [] { return isReady; });
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    isReady = true;
    ready.notify_one();
  }
  worker.join();
}
