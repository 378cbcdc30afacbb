// std::string: short and long, searching, replacing, numbers, comparison.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

int main() {
  std::string s = "short";
  s += ' ';
  s.append(3, '!').append("and more text that does not fit into the object itself");
  std::printf("%zu %s\n", s.size(), s.c_str());
  std::printf("%zu %zu %d\n", s.find("more"), s.rfind('t'), s.find("zzz") == std::string::npos);
  s.replace(0, 5, "a much longer beginning");
  s.insert(2, "very ");
  s.erase(10, 5);
  std::printf("%s|%s\n", s.substr(0, 12).c_str(), s.substr(s.size() - 6).c_str());
  std::string t = s;
  t[0] = 'Z';
  std::printf("%d %d %d\n", s < t, s == t, s.compare(0, 3, t, 0, 3) > 0);
  std::string u = std::move(t);
  t = "again";
  std::swap(t, u);
  std::printf("%c %s\n", t[0], u.c_str());
  std::printf("%d %ld %.3f %s %s\n", std::stoi("42xyz"), std::stol("-77", nullptr, 8),
              std::stod("2.5e1"), std::to_string(123456789012LL).c_str(),
              std::to_string(1.25).c_str());
  for (const char *bad : {"none", "99999999999999"})
    try {
      std::printf("%d\n", std::stoi(bad));
    } catch (const std::invalid_argument &error) {
      std::printf("invalid %s\n", error.what());
    } catch (const std::out_of_range &error) {
      std::printf("range %s\n", error.what());
    }
  try {
    s.at(1000);
  } catch (const std::out_of_range &error) {
    std::puts(error.what());
  }
  try {
    s.substr(1000);
  } catch (const std::out_of_range &error) {
    std::puts(error.what());
  }
  std::string_view view = s;
  view.remove_prefix(2);
  std::printf("%.*s\n", 9, view.data());
  std::printf("%zu %zu\n", view.find_first_of("xyz"), s.find_last_not_of("flesti "));
  s.clear();
  s.shrink_to_fit();
  s.resize(5, 'x');
  std::printf("%s %d\n", (s + "-" + std::string(2, 'y') + 'z').c_str(), s.empty());
  std::wstring wide = L"wide";
  wide += L" text";
  std::printf("%zu\n", wide.find(L"text"));
}
