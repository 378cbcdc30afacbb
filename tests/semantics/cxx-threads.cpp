// std::thread: arguments by value and reference, members, moves, ids, results through references.
#include <atomic>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Worker {
  int total = 0;
  void add(int n, const std::string &text) { total += n + static_cast<int>(text.size()); }
  void operator()(std::unique_ptr<int> p) { total += *p; }
};
static void change(int &x, std::string copy) {
  x = static_cast<int>(copy.size());
  copy = "changed";
}

int main() {
  int x = 0;
  std::string text = "four";
  std::thread a(change, std::ref(x), text);
  a.join();
  std::printf("%d %s\n", x, text.c_str());
  Worker worker;
  std::thread b(&Worker::add, &worker, 5, "abc");
  std::thread moved = std::move(b);
  std::printf("%d %d\n", b.joinable(), moved.joinable());
  moved.join();
  std::thread c(std::ref(worker), std::make_unique<int>(10));
  c.join();
  std::printf("%d\n", worker.total);
  std::vector<int> results(4);
  std::vector<std::thread> threads;
  std::atomic<unsigned> sum{0};
  for (unsigned i = 0; i < results.size(); ++i)
    threads.emplace_back([i, &results, &sum] {
      results[i] = static_cast<int>(i * i);
      sum += i;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int result : results)
    std::printf("%d ", result);
  std::printf("%u\n", sum.load());
  const std::thread::id mine = std::this_thread::get_id();
  std::thread::id other;
  std::thread([&] { other = std::this_thread::get_id(); }).join();
  std::printf("%d %d %d\n", mine == std::this_thread::get_id(), mine == other, a.get_id() == std::thread::id());
  std::thread swapped;
  std::thread d([] {});
  swapped.swap(d);
  swapped.detach();
  std::printf("%d\n", swapped.joinable());
}
