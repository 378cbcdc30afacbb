// flags: -std=c++20
// atomic_ref, atomic<shared_ptr>, atomics of structs, floats and pointers, compare-exchange loops.
#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct Pair {
  int a, b;
  bool operator==(const Pair &) const = default;
};

template <class F> void together(int n, F f) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i)
    threads.emplace_back(f, i);
  for (std::thread &thread : threads)
    thread.join();
}

struct Node {
  int value;
  Node *next;
};

int main() {
  int plain = 0;
  alignas(8) double real = 0;
  together(3, [&](int i) {
    for (int j = 0; j < 3; ++j)
      std::atomic_ref(plain) += i;
    std::atomic_ref<double>(real).fetch_add(0.5);
  });
  std::printf("%d %g %d\n", plain, real, std::atomic_ref<int>::is_always_lock_free);
  std::atomic<std::shared_ptr<std::string>> current(std::make_shared<std::string>("old"));
  auto before = current.load();
  together(2, [&](int i) {
    auto mine = std::make_shared<std::string>(std::size_t(i + 1), 'x');
    auto expected = before;
    if (!current.compare_exchange_strong(expected, mine))
      mine = expected;
    (void)mine->size();
  });
  std::printf("%s %d %ld\n", before->c_str(), current.load() != before, before.use_count());
  std::atomic<std::weak_ptr<std::string>> weak(before);
  std::printf("%s\n", weak.load().lock()->c_str());
  std::atomic<Pair> pair(Pair{1, 2});
  together(2, [&](int) {
    Pair old = pair.load();
    while (!pair.compare_exchange_weak(old, Pair{old.a + 1, old.b * 2})) {
    }
  });
  std::printf("%d %d\n", pair.load().a, pair.load().b);
  std::atomic<Node *> head(nullptr);
  together(3, [&](int i) {
    Node *node = new Node{i, head.load()};
    while (!head.compare_exchange_weak(node->next, node)) {
    }
  });
  int sum = 0;
  for (Node *node = head; node; delete std::exchange(node, node->next))
    sum += node->value;
  std::printf("%d\n", sum);
  int array[5] = {};
  std::atomic<int *> next(array);
  together(3, [&](int i) { *next.fetch_add(1) = i + 1; });
  std::printf("%td %d\n", next.load() - array, array[0] + array[1] + array[2]);
  std::atomic<unsigned char> small(250);
  small += 10;
  std::printf("%d %d %d\n", small.load(), int(small.exchange(7)), int(small.fetch_xor(5)));
  std::atomic_flag flag;
  std::printf("%d %d %d\n", flag.test(), flag.test_and_set(), flag.test());
}
