// Hashed containers are walked in the same order as natively.
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>

int main() {
  std::unordered_map<std::string, int> words;
  for (int i = 0; i < 100; ++i)
    words["key" + std::to_string(i * 7919 % 101)] += i;
  int n = 0;
  for (const auto &[key, value] : words)
    if (n++ % 9 == 0)
      std::printf("%s=%d ", key.c_str(), value);
  std::printf("\n%zu %zu\n", words.size(), words.bucket_count());
  std::unordered_set<int> numbers;
  for (int i = 0; i < 50; ++i)
    numbers.insert(i * i % 67);
  for (int number : numbers)
    std::printf("%d ", number);
  std::printf("\n%zu %zu %.3f\n", numbers.size(), numbers.bucket_count(), numbers.load_factor());
  numbers.rehash(200);
  std::printf("%zu\n", numbers.bucket_count());
  numbers.max_load_factor(2.5f);
  numbers.reserve(700);
  std::printf("%zu\n", numbers.bucket_count());
  for (int i = 0; i < 40; ++i)
    numbers.erase(i);
  for (int number : numbers)
    std::printf("%d ", number);
  std::puts("");
  std::unordered_multimap<char, int> many{{'a', 1}, {'b', 2}, {'a', 3}};
  std::printf("%zu\n", many.count('a'));
  std::printf("%zu %zu\n", std::hash<std::string>()("hello"), std::hash<double>()(1.5));
  std::printf("%zu\n", std::hash<std::string_view>()("a longer text than eight bytes"));
}
