// std::atomic of several types, all operations, weak and strong exchange, flags, fences.
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>

struct Pair {
  int a, b;
};

int main() {
  std::atomic<int> i{5};
  std::printf("%d %d %d %d\n", i++, ++i, i.fetch_sub(3), i.load());
  std::printf("%d %d %d %d\n", i.fetch_or(8), i.fetch_and(12), i.fetch_xor(3), i.exchange(100));
  int expected = 1;
  std::printf("%d %d", i.compare_exchange_strong(expected, 2), expected);
  std::printf(" %d %d\n", i.compare_exchange_strong(expected, 2), i.load());
  while (!i.compare_exchange_weak(expected, 7))
    ;
  i += 3;
  i -= 1;
  i |= 16;
  std::printf("%d %d\n", i.load(std::memory_order_relaxed), i.is_lock_free());
  std::atomic<bool> b = false;
  std::printf("%d %d\n", b.exchange(true), b.load());
  int array[4] = {1, 2, 3, 4};
  std::atomic<int *> p = array;
  p += 2;
  std::printf("%d %d\n", *p.load(), *p.fetch_sub(1));
  std::atomic<Pair> pair = Pair{1, 2};
  Pair old{1, 2};
  std::printf("%d ", pair.compare_exchange_strong(old, Pair{3, 4}));
  std::printf("%d %d\n", pair.load().a, pair.load().b);
  std::atomic<double> d = 1.5;
  d.store(d.load() * 2);
  std::printf("%g\n", d.load());
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  std::printf("%d %d\n", flag.test_and_set(), flag.test_and_set());
  flag.clear();
  std::atomic<unsigned char> small = 255;
  ++small;
  std::printf("%d\n", small.load());
  int data = 0;
  std::atomic<int> ready = 0;
  std::thread t([&] {
    data = 9;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(1, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_relaxed))
    std::this_thread::yield();
  std::atomic_thread_fence(std::memory_order_acquire);
  std::printf("%d\n", data);
  t.join();
  std::shared_ptr<int> shared = std::make_shared<int>(1);
  std::atomic_store(&shared, std::make_shared<int>(2));
  std::printf("%d\n", *std::atomic_load(&shared));
}
