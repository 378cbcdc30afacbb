// flags: -std=c++20
// latch, barrier with a completion, semaphores, atomic wait and notify, jthread, stop tokens.
#include <atomic>
#include <barrier>
#include <cstdio>
#include <latch>
#include <semaphore>
#include <stop_token>
#include <thread>
#include <vector>

int main() {
  std::latch ready(3);
  std::atomic<int> sum = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 1; i <= 3; ++i)
      threads.emplace_back([&, i] {
        sum += i;
        ready.count_down();
      });
    ready.wait();
    std::printf("%d %d\n", sum.load(), ready.try_wait());
  }
  int rounds = 0;
  std::barrier sync(2, [&]() noexcept { ++rounds; });
  int cells[2] = {};
  auto work = [&](int which) {
    for (int i = 0; i < 3; ++i) {
      cells[which] = cells[1 - which] + 1;
      sync.arrive_and_wait();
      sync.arrive_and_wait();
    }
    sync.arrive_and_drop();
  };
  {
    std::jthread a([&] {
      for (int i = 0; i < 3; ++i)
        sync.arrive_and_wait();
      sync.arrive_and_drop();
    });
    for (int i = 0; i < 3; ++i) {
      auto token = sync.arrive();
      sync.wait(std::move(token));
    }
    sync.arrive_and_drop();
  }
  (void)work;
  std::printf("%d\n", rounds);
  std::counting_semaphore<5> items(1);
  std::binary_semaphore done(0);
  std::jthread consumer([&] {
    for (int i = 0; i < 3; ++i)
      items.acquire();
    done.release();
  });
  items.release(2);
  done.acquire();
  std::printf("%d\n", items.try_acquire());
  std::atomic<int> state = 0;
  std::jthread waiter([&] {
    state.wait(0);
    state = 2;
    state.notify_all();
  });
  state = 1;
  state.notify_one();
  state.wait(1);
  std::printf("%d\n", state.load());
  std::atomic_flag flag;
  std::jthread setter([&] {
    flag.test_and_set();
    flag.notify_one();
  });
  flag.wait(false);
  int stops = 0;
  std::stop_source source;
  std::stop_callback callback(source.get_token(), [&] { ++stops; });
  std::printf("%d %d\n", source.request_stop(), source.request_stop());
  std::stop_callback late(source.get_token(), [&] { ++stops; });
  std::atomic<bool> ended = false;
  {
    std::jthread loop([&](std::stop_token token) {
      while (!token.stop_requested())
        std::this_thread::yield();
      ended = true;
    });
  }
  std::printf("%d %d\n", stops, ended.load());
}
