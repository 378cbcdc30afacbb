// unordered containers with own hashes and equality, buckets, rehash, multi versions, node handles.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Point {
  int x, y;
  bool operator==(const Point &o) const { return x == o.x && y == o.y; }
};
template <> struct std::hash<Point> {
  std::size_t operator()(const Point &p) const { return std::size_t(p.x * 31 + p.y); }
};
struct NoCase {
  static std::string lower(std::string s) {
    for (char &c : s)
      c = char(c | 32);
    return s;
  }
  std::size_t operator()(const std::string &s) const { return std::hash<std::string>()(lower(s)); }
  bool operator()(const std::string &a, const std::string &b) const { return lower(a) == lower(b); }
};
struct Bad {
  std::size_t operator()(int) const { return 4; } // All in one bucket.
};

template <class C> void show(const C &c) {
  std::vector<int> v(c.begin(), c.end());
  std::sort(v.begin(), v.end());
  for (int n : v)
    std::printf("%d ", n);
  std::puts("");
}

int main() {
  std::unordered_map<Point, int> grid;
  for (int i = 0; i < 50; ++i)
    grid[{i % 7, i % 5}] += i;
  std::printf("%zu %d %zu\n", grid.size(), grid.at({3, 2}), grid.count({9, 9}));
  std::unordered_set<std::string, NoCase, NoCase> words{"Loom", "loom", "LOOM", "weft"};
  std::printf("%zu %d\n", words.size(), words.find("WEFT") != words.end());
  std::unordered_set<int, Bad> bad;
  for (int i = 0; i < 30; ++i)
    bad.insert(i * i % 17);
  std::printf("%zu %d\n", bad.size(), bad.bucket_size(bad.bucket(1)) == bad.size());
  for (int i = 0; i < 10; ++i)
    bad.erase(i);
  show(bad);
  std::unordered_multimap<int, char> multi{{1, 'a'}, {2, 'b'}, {1, 'c'}, {1, 'd'}};
  auto range = multi.equal_range(1);
  int sum = 0;
  for (auto it = range.first; it != range.second; ++it)
    sum += it->second;
  std::printf("%d %zu %zu\n", sum, multi.count(1), multi.erase(1));
  std::unordered_set<int> s;
  s.reserve(100);
  const std::size_t buckets = s.bucket_count();
  for (int i = 0; i < 100; ++i)
    s.insert(i * 3);
  std::printf("%d %d\n", s.bucket_count() == buckets, s.load_factor() <= s.max_load_factor());
  s.rehash(1000);
  std::printf("%d %zu\n", s.bucket_count() >= 1000, s.size());
  auto node = s.extract(30);
  node.value() = 31;
  s.insert(std::move(node));
  std::printf("%zu %zu\n", s.count(30), s.count(31));
  std::unordered_set<int> t{1, 31, 3};
  t.merge(s);
  std::printf("%zu %zu\n", t.size(), s.size());
  std::unordered_multiset<int> x{1, 2, 2}, y{2, 1, 2};
  std::printf("%d\n", x == y);
}
