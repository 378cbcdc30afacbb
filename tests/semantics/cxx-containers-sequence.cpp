// vector, deque, list, forward_list, array: growth, insertion, erasure, splicing, bounds.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <numeric>
#include <stdexcept>
#include <vector>

template <class T> void show(const T &list) {
  for (const auto &one : list)
    std::printf("%d ", static_cast<int>(one));
  std::puts("");
}

int main() {
  std::vector<int> v;
  for (int i = 0; i < 20; ++i) {
    v.push_back(i * 7 % 11);
    if (i % 5 == 0)
      std::printf("%zu/%zu ", v.size(), v.capacity());
  }
  v.insert(v.begin() + 3, {100, 101});
  v.erase(v.begin(), v.begin() + 2);
  v.erase(std::remove(v.begin(), v.end(), 7), v.end());
  show(v);
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
  show(v);
  std::printf("%d %d\n", std::accumulate(v.begin(), v.end(), 0),
              static_cast<int>(std::lower_bound(v.begin(), v.end(), 5) - v.begin()));
  try {
    v.at(99) = 1;
  } catch (const std::out_of_range &error) {
    std::puts(error.what());
  }
  std::vector<bool> bits(70);
  bits[3] = bits[69] = true;
  bits.flip();
  std::printf("%d\n", static_cast<int>(std::count(bits.begin(), bits.end(), true)));
  std::deque<int> d;
  for (int i = 0; i < 300; ++i) {
    d.push_front(i);
    d.push_back(-i);
    if (i % 3 == 0)
      d.pop_back();
  }
  std::printf("%zu %d %d %d\n", d.size(), d[10], d[400], d.back());
  std::list<int> a{3, 1, 2}, b{9, 8};
  a.splice(std::next(a.begin()), b);
  a.sort();
  a.reverse();
  show(a);
  std::list<int> c{10, 5};
  c.sort();
  a.reverse();
  a.merge(c);
  a.remove_if([](int n) { return n % 2 == 0; });
  a.swap(b);
  show(b);
  std::printf("%zu %zu %zu\n", a.size(), b.size(), c.size());
  std::forward_list<int> f{4, 2, 6};
  f.sort();
  f.push_front(0);
  show(f);
  std::array<int, 4> fixed{4, 3, 2, 1};
  std::reverse(fixed.begin(), fixed.end());
  show(fixed);
}
