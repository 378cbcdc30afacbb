// std::map and std::set against a plain array, through thousands of insertions and erasures.
#include <cstdio>
#include <map>
#include <set>
#include <string>

int main() {
  std::map<int, int> map;
  bool in[256] = {};
  unsigned state = 12345;
  for (int i = 0; i < 3000; ++i) {
    state = state * 1103515245u + 12345u;
    const int key = static_cast<int>(state >> 16) & 255;
    if (state & 0x4000) {
      map[key] = i;
      in[key] = true;
    } else {
      map.erase(key);
      in[key] = false;
    }
  }
  int wrong = 0, last = -1, sum = 0;
  for (const auto &[key, value] : map) {
    wrong += !in[key] || key <= last;
    last = key;
    sum += value;
  }
  int count = 0;
  for (bool one : in)
    count += one;
  std::printf("%d %d %d\n", wrong, static_cast<int>(map.size()) - count, sum);
  for (auto it = map.rbegin(); it != map.rend() && it->first > 240; ++it)
    std::printf("%d ", it->first);
  std::puts("");
  std::multimap<std::string, int> many{{"b", 1}, {"a", 2}, {"b", 3}, {"c", 4}};
  auto [from, to] = many.equal_range("b");
  for (; from != to; ++from)
    std::printf("%s=%d\n", from->first.c_str(), from->second);
  std::set<std::string> words{"pear", "apple", "fig"};
  words.insert("date");
  words.erase(words.find("fig"));
  for (const std::string &word : words)
    std::printf("%s ", word.c_str());
  std::printf("%zu %d\n", words.count("apple"), words.lower_bound("b") == words.find("date"));
  std::map<int, int> copy = map, moved = std::move(copy);
  std::printf("%d %zu\n", moved == map, copy.size());
  while (!moved.empty())
    moved.erase(moved.begin());
  auto node = map.extract(map.begin());
  node.key() = 1000;
  map.insert(std::move(node));
  std::printf("%d\n", map.rbegin()->first);
}
