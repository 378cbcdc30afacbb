// Algorithms: partitions, permutations, sets, rotations, binary searches, samples of sorting.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

using Numbers = std::vector<int>;
static void show(const char *what, const Numbers &v) {
  std::printf("%s:", what);
  for (int n : v)
    std::printf(" %d", n);
  std::puts("");
}

int main() {
  Numbers v(12);
  std::generate(v.begin(), v.end(), [n = 7]() mutable { return n = n * 5 % 23; });
  show("made", v);
  Numbers w = v;
  auto middle = std::stable_partition(w.begin(), w.end(), [](int n) { return n % 3 == 0; });
  show("partition", w);
  std::printf("%td %d\n", middle - w.begin(),
              std::is_partitioned(w.begin(), w.end(), [](int n) { return n % 3 == 0; }));
  std::nth_element(w.begin(), w.begin() + 4, w.end());
  std::printf("fifth %d\n", w[4]);
  w = v;
  std::partial_sort(w.begin(), w.begin() + 3, w.end(), std::greater<>());
  show("top", Numbers(w.begin(), w.begin() + 3));
  std::stable_sort(w.begin(), w.end(), [](int a, int b) { return a / 10 < b / 10; });
  std::printf("%d %d\n", w.front() / 10, w.back() / 10);
  std::sort(w.begin(), w.end());
  auto [low, high] = std::equal_range(w.begin(), w.end(), 12);
  std::printf("%td %td %d\n", low - w.begin(), high - low,
              std::binary_search(w.begin(), w.end(), 13));
  std::rotate(w.begin(), w.begin() + 3, w.end());
  show("rotated", w);
  std::string s = "aabc";
  int count = 0;
  do
    ++count;
  while (std::next_permutation(s.begin(), s.end()));
  std::printf("%d %s\n", count, s.c_str());
  Numbers a{1, 2, 2, 4, 6}, b{2, 3, 4}, c;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
  show("union", c);
  c.clear();
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
  show("both", c);
  c.clear();
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
  show("one", c);
  c.clear();
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
  show("merged", c);
  std::inplace_merge(c.begin(), c.begin() + 4, c.end());
  c.erase(std::unique(c.begin(), c.end()), c.end());
  show("unique", c);
  std::printf("%d\n", std::includes(a.begin(), a.end(), b.begin(), b.begin() + 1));
  std::replace_if(c.begin(), c.end(), [](int n) { return n > 3; }, 0);
  std::fill_n(std::back_inserter(c), 2, 8);
  show("replaced", c);
  auto [p, q] = std::mismatch(a.begin(), a.end(), c.begin());
  std::printf("%d %d\n", *p, *q);
  const Numbers needle{2, 4};
  std::printf("%td %td\n",
              std::search(a.begin(), a.end(), needle.begin(), needle.end()) - a.begin(),
              std::adjacent_find(a.begin(), a.end()) - a.begin());
  std::printf("%d %d\n", std::clamp(9, 1, 5),
              std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()));
  std::swap_ranges(a.begin(), a.begin() + 2, b.begin());
  std::reverse(a.begin(), a.end());
  show("swapped", a);
  auto [least, most] = std::minmax_element(a.begin(), a.end());
  std::printf("%d %d %d\n", *least, *most, std::is_permutation(a.begin(), a.end(), a.rbegin()));
  std::move_backward(a.begin(), a.begin() + 3, a.end());
  show("moved", a);
}
