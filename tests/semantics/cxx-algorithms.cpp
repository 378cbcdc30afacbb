// <algorithm> and <numeric> on several containers, with projections by lambdas.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <stack>
#include <string>
#include <vector>

template <class T> void show(const char *name, const T &list) {
  std::printf("%s:", name);
  for (const auto &one : list)
    std::printf(" %d", static_cast<int>(one));
  std::puts("");
}

int main() {
  std::vector<int> v(12);
  std::iota(v.begin(), v.end(), 1);
  std::mt19937 random(42);
  std::shuffle(v.begin(), v.end(), random);
  show("shuffled", v);
  std::partial_sort(v.begin(), v.begin() + 4, v.end());
  show("partial", std::vector<int>(v.begin(), v.begin() + 4));
  std::nth_element(v.begin(), v.begin() + 6, v.end());
  std::printf("%d\n", v[6]);
  std::stable_sort(v.begin(), v.end(), [](int a, int b) { return a % 3 < b % 3; });
  std::printf("%d\n", std::is_sorted(v.begin(), v.end(), [](int a, int b) { return a % 3 < b % 3; }));
  std::sort(v.begin(), v.end(), std::greater<int>());
  std::rotate(v.begin(), v.begin() + 3, v.end());
  show("rotated", v);
  const auto middle = std::partition(v.begin(), v.end(), [](int n) { return n > 6; });
  std::printf("%d\n", static_cast<int>(middle - v.begin()));
  std::vector<int> a{1, 3, 5, 7}, b{3, 4, 5}, out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  show("sets", out);
  std::transform(a.begin(), a.end(), a.begin(), [](int n) { return n * n; });
  std::printf("%d %d %d\n", std::accumulate(a.begin(), a.end(), 0),
              std::inner_product(b.begin(), b.end(), a.begin(), 0),
              *std::max_element(a.begin(), a.end()));
  std::vector<int> p{1, 2, 3};
  int count = 0;
  do
    ++count;
  while (std::next_permutation(p.begin(), p.end()));
  std::printf("%d\n", count);
  std::priority_queue<int, std::vector<int>, std::greater<>> heap(a.begin(), a.end());
  heap.push(4);
  std::stack<int> stack;
  std::queue<int, std::list<int>> queue;
  while (!heap.empty()) {
    stack.push(heap.top());
    queue.push(heap.top());
    heap.pop();
  }
  while (!stack.empty()) {
    std::printf("%d/%d ", stack.top(), queue.front());
    stack.pop();
    queue.pop();
  }
  std::string text = "hello world";
  std::reverse(text.begin(), text.end());
  text.erase(std::unique(text.begin(), text.end()), text.end());
  std::printf("%s %d\n", text.c_str(), static_cast<int>(std::count(text.begin(), text.end(), 'o')));
  std::uniform_int_distribution<int> dice(1, 6);
  for (int i = 0; i < 6; ++i)
    std::printf("%d ", dice(random));
  std::puts("");
}
