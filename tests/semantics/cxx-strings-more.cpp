// std::string: insert, erase, replace, find family, compare, capacity, wide and 16-bit strings.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using namespace std::string_literals;

static std::string replaceAll(std::string s, const std::string &from, const std::string &to) {
  for (std::size_t at = 0; (at = s.find(from, at)) != s.npos; at += to.size())
    s.replace(at, from.size(), to);
  return s;
}
static bool isPalindrome(std::string s) {
  s.erase(std::remove_if(s.begin(), s.end(), [](unsigned char c) { return !std::isalpha(c); }),
          s.end());
  std::transform(s.begin(), s.end(), s.begin(),
                 [](unsigned char c) { return char(std::tolower(c)); });
  return std::equal(s.begin(), s.end(), s.rbegin());
}

int main() {
  std::string s = "weave";
  s.insert(0, "inter").append(3, '.').append("xyz", 2);
  s.insert(s.end(), '!');
  std::printf("%s %zu\n", s.c_str(), s.size());
  s.erase(5, 2).replace(0, 3, "[]");
  s.erase(s.begin() + 2);
  std::printf("%s\n", s.c_str());
  std::printf("%s\n", replaceAll("a-b--c", "-", "::").c_str());
  std::printf("%d %d\n", isPalindrome("A man, a plan, a canal: Panama"), isPalindrome("loom"));
  const std::string t = "the cat sat on the mat";
  std::printf("%zu %zu %zu %zu %d\n", t.find("the", 1), t.rfind("at"), t.find_first_of("xyzo"),
              t.find_last_not_of("tam"), t.find("dog") == t.npos);
  std::printf("%d %d %d\n", t.compare(4, 3, "cat") == 0, t < "thf", "a"s + 'b' + "c" == "abc");
  std::printf("%s|%s\n", t.substr(4, 3).c_str(), t.substr(t.size()).c_str());
  std::string grows;
  std::size_t changes = 0, capacity = grows.capacity();
  for (int i = 0; i < 200; ++i) {
    grows.push_back(char('a' + i % 26));
    if (grows.capacity() != capacity)
      ++changes, capacity = grows.capacity();
  }
  grows.shrink_to_fit();
  std::printf("%zu %d %c\n", changes, grows.capacity() == 200, grows.back());
  std::string with0("a\0b", 3);
  std::printf("%zu %zu\n", with0.size(), std::strlen(with0.c_str()));
  const std::wstring wide = L"wide" + std::wstring(2, L'!');
  const std::u16string sixteen = u"\u20ac5";
  const std::u32string full = U"\U0001f600";
  std::printf("%zu %zu %x %x\n", wide.size(), sixteen.find(u'5'), unsigned(sixteen[0]),
              unsigned(full[0]));
  std::string a = "first", b = "a second one that is rather long, on the heap";
  a.swap(b);
  std::printf("%s %zu\n", b.c_str(), a.size());
  std::vector<std::string> words{"pear", "Apple", "fig"};
  std::sort(words.begin(), words.end());
  std::string joined;
  for (const auto &word : words)
    joined += (joined.empty() ? "" : ", ") + word;
  std::puts(joined.c_str());
  a.assign(b, 1, 3);
  a.resize(5, '_');
  a.front() = 'I';
  a.pop_back();
  std::printf("%s %d\n", a.c_str(), a.at(1));
  std::string self = "abcdef";
  self.append(self).insert(3, self.substr(0, 2)).replace(1, 2, self);
  std::puts(self.c_str());
}
