// stack, queue, priority_queue with own orders, heaps by hand, Dijkstra on a small graph.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <queue>
#include <stack>
#include <string>
#include <tuple>
#include <vector>

bool isBalanced(const std::string &text) {
  std::stack<char> open;
  for (char c : text) {
    if (c == '(' || c == '[')
      open.push(c == '(' ? ')' : ']');
    else if (open.empty() || open.top() != c)
      return false;
    else
      open.pop();
  }
  return open.empty();
}

struct Job {
  int priority;
  std::string name;
  bool operator<(const Job &other) const {
    return std::tie(priority, other.name) < std::tie(other.priority, name);
  }
};

int main() {
  std::printf("%d %d %d\n", isBalanced("([])[]"), isBalanced("([)]"), isBalanced("(("));
  std::priority_queue<Job> jobs;
  for (const char *name : {"sweep", "cook", "wash", "iron", "shop"})
    jobs.push({int(std::string(name).size()) % 2, name});
  for (; !jobs.empty(); jobs.pop())
    std::printf("%d%s ", jobs.top().priority, jobs.top().name.c_str());
  std::puts("");
  std::priority_queue<int, std::vector<int>, std::greater<>> least(std::greater<>(), {5, 2, 8, 1});
  least.emplace(3);
  for (; least.size() > 2; least.pop())
    std::printf("%d ", least.top());
  std::puts("");
  std::queue<std::pair<int, int>> q;
  q.emplace(1, 2);
  q.push({3, 4});
  std::printf("%d %d %zu\n", q.front().second, q.back().first, q.size());
  std::vector<int> heap{3, 1, 4, 1, 5, 9, 2, 6};
  std::make_heap(heap.begin(), heap.end());
  heap.push_back(7);
  std::push_heap(heap.begin(), heap.end());
  std::pop_heap(heap.begin(), heap.end());
  std::printf("%d %d %d\n", heap.back(), heap.front(), std::is_heap(heap.begin(), heap.end() - 1));
  heap.pop_back();
  std::sort_heap(heap.begin(), heap.end());
  for (int n : heap)
    std::printf("%d ", n);
  std::puts("");
  const std::vector<std::vector<std::pair<int, int>>> graph{
      {{1, 7}, {2, 3}}, {{3, 1}}, {{1, 2}, {3, 8}}, {}};
  std::vector<int> distance(graph.size(), 1000);
  using Entry = std::tuple<int, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  open.emplace(0, 0);
  while (!open.empty()) {
    auto [d, at] = open.top();
    open.pop();
    if (d >= distance[std::size_t(at)])
      continue;
    distance[std::size_t(at)] = d;
    for (auto [to, length] : graph[std::size_t(at)])
      open.emplace(d + length, to);
  }
  for (int d : distance)
    std::printf("%d ", d);
  std::puts("");
}
