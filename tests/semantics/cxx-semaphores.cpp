// flags: -std=c++20
// Semaphores: ping-pong of two threads, a bounded buffer, tries, several at once.
#include <array>
#include <chrono>
#include <cstdio>
#include <semaphore>
#include <string>
#include <thread>

static std::string log;

int main() {
  std::binary_semaphore ping(1), pong(0);
  std::thread a([&] {
    for (int i = 0; i < 3; ++i) {
      ping.acquire();
      log += "ping ";
      pong.release();
    }
  });
  std::thread b([&] {
    for (int i = 0; i < 3; ++i) {
      pong.acquire();
      log += "pong ";
      ping.release();
    }
  });
  a.join();
  b.join();
  std::puts(log.c_str());
  constexpr int size = 2;
  std::counting_semaphore<size> free(size), used(0);
  std::array<int, size> buffer{};
  int sum = 0;
  std::thread producer([&] {
    for (int i = 0; i < 5; ++i) {
      free.acquire();
      buffer[std::size_t(i % size)] = i * i;
      used.release();
    }
  });
  for (int i = 0; i < 5; ++i) {
    used.acquire();
    sum = sum * 3 + buffer[std::size_t(i % size)];
    free.release();
  }
  producer.join();
  std::printf("%d\n", sum);
  std::counting_semaphore<> many(0);
  std::printf("%d ", many.try_acquire());
  many.release(3);
  std::printf("%d %d %d %d\n", many.try_acquire(), many.try_acquire(), many.try_acquire(),
              many.try_acquire());
  many.release();
  std::printf("%d %d\n", many.try_acquire_for(std::chrono::hours(1)),
              std::binary_semaphore::max() >= 1);
}
