// flags: -std=c++20
// string_view: no copies, searching, trimming, splitting, comparing, as a key, in constexpr.
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace std::string_view_literals;

std::string_view trim(std::string_view s) {
  const auto from = s.find_first_not_of(" \t");
  if (from == s.npos)
    return {};
  return s.substr(from, s.find_last_not_of(" \t") - from + 1);
}
std::vector<std::string_view> split(std::string_view s, char by) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto at = s.find(by);
    parts.push_back(s.substr(0, at));
    if (at == s.npos)
      return parts;
    s.remove_prefix(at + 1);
  }
}
constexpr int vowels(std::string_view s) {
  int n = 0;
  for (char c : s)
    n += "aeiou"sv.find(c) != std::string_view::npos;
  return n;
}

int main() {
  std::printf("[%s] [%zu]\n", std::string(trim("  a b\t ")).c_str(), trim("   ").size());
  for (std::string_view part : split("one,two,,three", ','))
    std::printf("<%.*s>", int(part.size()), part.data());
  std::puts("");
  static_assert(vowels("interleaving") == 5);
  std::string text = "a longer text that does not fit into the object itself";
  std::string_view view = text;
  std::printf("%d %zu %zu\n", view.data() == text.data(), view.rfind("th"),
              view.find_last_of("xyz"));
  std::printf("%d %d %d\n", view.starts_with("a long"), view.ends_with("self"), "abc"sv < "abd"sv);
  std::printf("%d %d\n", view.compare(2, 6, "longer"), "a\0b"sv.size() == 3);
  try {
    (void)view.substr(1000);
  } catch (const std::out_of_range &) {
    std::puts("past the end");
  }
  std::map<std::string, int, std::less<>> numbers{{"one", 1}, {"two", 2}};
  std::printf("%d\n", numbers.find("two"sv)->second);
  view.remove_suffix(7);
  char buffer[8] = {};
  view.copy(buffer, 7, 2);
  std::printf("%s|%c\n", buffer, view.back());
  std::printf("%d\n", std::hash<std::string_view>()("k"sv) == std::hash<std::string>()("k"));
}
