// Condition variables: waits with predicates, time limits that pass, hand-over in a fixed order.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

class Turns {
public:
  explicit Turns(int n) : count(n) {}
  void take(int who, std::string &log) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return turn == who; });
    log += char('a' + who);
    turn = (turn + 1) % count;
    changed.notify_all();
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  const int count;
  int turn = 0;
};

int main() {
  Turns turns(3);
  std::string log;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      for (int j = 0; j < 3; ++j)
        turns.take(i, log);
    });
  for (std::thread &thread : threads)
    thread.join();
  std::puts(log.c_str());
  std::mutex mutex;
  std::condition_variable condition;
  {
    std::unique_lock<std::mutex> lock(mutex);
    std::printf("%d ", condition.wait_for(lock, 1ms) == std::cv_status::timeout);
    std::printf("%d ", condition.wait_for(lock, 1ms, [] { return false; }));
    std::printf("%d\n", condition.wait_until(lock, std::chrono::steady_clock::now() + 1ms,
                                             [] { return true; }));
  }
  std::shared_mutex readers;
  std::condition_variable_any any;
  std::deque<int> queue;
  bool isClosed = false;
  int sum = 0;
  std::thread consumer([&] {
    std::unique_lock<std::shared_mutex> lock(readers);
    while (true) {
      any.wait(lock, [&] { return isClosed || !queue.empty(); });
      if (queue.empty())
        return;
      sum = sum * 10 + queue.front();
      queue.pop_front();
    }
  });
  for (int i = 1; i < 5; ++i) {
    std::unique_lock<std::shared_mutex> lock(readers);
    queue.push_back(i);
    lock.unlock();
    any.notify_one();
  }
  {
    std::lock_guard<std::shared_mutex> guard(readers);
    isClosed = true;
  }
  any.notify_all();
  consumer.join();
  std::printf("%d\n", sum);
  bool isReady = false;
  std::thread ending([&] {
    std::unique_lock<std::mutex> lock(mutex);
    isReady = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    condition.wait(lock, [&] { return isReady; });
  }
  ending.join();
  std::thread::id none;
  std::printf("%d %d\n", none == std::thread().get_id(), std::this_thread::get_id() != none);
}
