// flags: -std=c++20
// multimap, multiset, custom orders, transparent lookup, node handles, merge, bounds, hints.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <string_view>

struct ByLength {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }
  bool operator()(std::string_view a, std::size_t n) const { return a.size() < n; }
  bool operator()(std::size_t n, std::string_view a) const { return n < a.size(); }
};

int main() {
  std::multimap<std::string, int> ages{{"ann", 3}, {"bob", 5}, {"ann", 1}, {"cy", 9}, {"ann", 2}};
  auto [from, to] = ages.equal_range("ann");
  for (; from != to; ++from)
    std::printf("%d ", from->second); // In the order of insertion.
  std::printf("%zu %zu\n", ages.count("ann"), ages.erase("ann"));
  std::set<std::string, ByLength> words{"pear", "fig", "apple", "kiwi", "date", "plum"};
  for (const auto &w : words)
    std::printf("%s ", w.c_str());
  std::printf("| %zu %s\n", words.count(std::size_t(4)),
              words.lower_bound(std::size_t(5))->c_str());
  std::multiset<int, std::greater<>> numbers{3, 1, 4, 1, 5, 9, 2, 6, 5};
  numbers.erase(numbers.find(5)); // One of them.
  for (int n : numbers)
    std::printf("%d ", n);
  std::puts("");
  std::map<int, std::string> a{{1, "one"}, {2, "two"}, {3, "three"}}, b{{3, "drei"}, {4, "vier"}};
  a.merge(b);
  std::printf("%zu %zu %s\n", a.size(), b.size(), b.begin()->second.c_str());
  auto node = a.extract(2);
  node.key() = 20;
  a.insert(std::move(node));
  a.insert_or_assign(1, "uno");
  std::printf("%d %d\n", a.try_emplace(4, "x").second, a.try_emplace(5, 3, 'v').second);
  a.emplace_hint(a.end(), 30, "thirty");
  for (auto it = a.rbegin(); it != a.rend(); ++it)
    std::printf("%d=%s ", it->first, it->second.c_str());
  std::puts("");
  for (auto it = a.begin(); it != a.end();)
    it = it->first % 2 ? a.erase(it) : std::next(it);
  std::printf("%zu %d %d\n", a.size(), a.begin()->first, a.contains(20));
  std::printf("%d %d\n", a < decltype(a){{4, "z"}}, a == a);
  std::map<std::pair<int, int>, int> grid;
  for (int i = 0; i < 20; ++i)
    ++grid[{i % 3, i % 2}];
  for (auto &[key, n] : grid)
    std::printf("(%d,%d)%d ", key.first, key.second, n);
  std::puts("");
}
