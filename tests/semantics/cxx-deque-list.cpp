// deque, list and forward_list: growth at both ends, splice, merge, sort, unique, stable
// references.
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <string>

template <class C> void show(const char *name, const C &c) {
  std::printf("%s:", name);
  for (const auto &n : c)
    std::printf(" %d", n);
  std::puts("");
}

int main() {
  std::deque<int> d;
  for (int i = 0; i < 300; ++i)
    i % 3 ? d.push_back(i) : d.push_front(-i);
  int &first = d.front();
  d.push_front(1000);
  d.push_back(2000);
  std::printf("%zu %d %d %d %d\n", d.size(), first, d[0], d[150], d.back());
  d.erase(d.begin() + 5, d.end() - 5);
  d.insert(d.begin() + 2, 3, 7);
  show("deque", d);
  d.resize(4);
  d.pop_front();
  show("deque", d);
  std::list<int> a{5, 1, 4}, b{9, 2, 8};
  auto four = std::prev(a.end());
  a.splice(a.begin(), b, std::next(b.begin()));
  show("a", a);
  a.sort();
  b.sort();
  a.merge(b);
  show("a", a);
  std::printf("%d %zu\n", *four, b.size()); // Iterators move with their elements.
  a.reverse();
  a.push_back(1);
  a.push_front(9);
  a.unique();
  show("a", a);
  a.remove_if([](int n) { return n % 2 == 0; });
  show("a", a);
  b.assign({1, 2, 3});
  a.swap(b);
  show("b", b);
  std::forward_list<int> f{3, 1, 2};
  f.push_front(0);
  auto at = f.insert_after(f.begin(), 7);
  f.emplace_after(at, 8);
  f.sort();
  f.erase_after(f.begin());
  f.reverse();
  show("forward", f);
  std::list<std::string> names{"x", "yy"};
  names.emplace(names.begin(), 3, 'z');
  names.splice(names.end(), names, names.begin());
  for (const std::string &name : names)
    std::printf("%s ", name.c_str());
  std::puts("");
}
