// condition_variable and condition_variable_any: predicates, time-outs, other kinds of locks.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable changed;
  std::queue<int> queue;
  bool done = false;
  int sum = 0;
  std::thread consumer([&] {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return done || !queue.empty(); });
      while (!queue.empty()) {
        sum += queue.front();
        queue.pop();
      }
      if (done)
        return;
    }
  });
  for (int i = 1; i <= 5; ++i) {
    {
      std::lock_guard<std::mutex> guard(mutex);
      queue.push(i);
    }
    changed.notify_one();
  }
  {
    std::lock_guard<std::mutex> guard(mutex);
    done = true;
  }
  changed.notify_all();
  consumer.join();
  std::printf("%d\n", sum);
  std::unique_lock<std::mutex> lock(mutex);
  const auto status = changed.wait_for(lock, std::chrono::milliseconds(1));
  std::printf("%d %d\n", status == std::cv_status::timeout,
              changed.wait_for(lock, std::chrono::milliseconds(1), [] { return false; }));
  lock.unlock();
  std::shared_mutex shared;
  std::condition_variable_any any;
  bool flag = false;
  std::thread reader([&] {
    std::shared_lock<std::shared_mutex> own(shared);
    any.wait(own, [&] { return flag; });
    std::puts("seen");
  });
  {
    std::unique_lock<std::shared_mutex> own(shared);
    flag = true;
  }
  any.notify_all();
  reader.join();
}
