// flags: -std=c++20
// constexpr, consteval and constinit: tables made by the compiler, and the same functions at run
// time.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

constexpr std::array<std::uint32_t, 256> makeTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int k = 0; k < 8; ++k)
      c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  return table;
}
constexpr auto table = makeTable();
constexpr std::uint32_t crc(std::string_view text) {
  std::uint32_t c = ~0u;
  for (char each : text)
    c = table[(c ^ static_cast<unsigned char>(each)) & 255] ^ (c >> 8);
  return ~c;
}
static_assert(crc("123456789") == 0xcbf43926u);

consteval int square(int n) {
  return n * n;
}
constexpr int where() {
  return std::is_constant_evaluated() ? 1 : 2;
}

constexpr int primes(int below) {
  int count = 0;
  for (int i = 2; i < below; ++i) {
    bool isPrime = true;
    for (int d = 2; d * d <= i; ++d)
      isPrime = isPrime && i % d;
    count += isPrime;
  }
  return count;
}

struct Fixed {
  char text[16]{};
  constexpr Fixed(const char *s) { std::copy_n(s, std::char_traits<char>::length(s) + 1, text); }
};
template <Fixed F> const char *literal() {
  return F.text;
}

constinit int started = square(7);

template <class T> constexpr auto describe() {
  if constexpr (std::is_pointer_v<T>)
    return std::string_view("pointer");
  else if constexpr (std::is_integral_v<T>)
    return std::string_view(std::is_signed_v<T> ? "signed" : "unsigned");
  else
    return std::string_view("other");
}

constexpr int operator""_k(unsigned long long n) {
  return int(n) * 1000;
}

int main(int argc, char **) {
  std::printf("%08x %08x %d\n", crc("123456789"), crc("heddle"), started);
  constexpr int early = where();
  const int late = where() * argc;
  std::printf("%d %d\n", early, late);
  constexpr int few = [] {
    int n = 0;
    for (int i : {1, 2, 3})
      n += i;
    return n;
  }();
  std::printf("%d %s %d\n", few, literal<"inline">(), 3_k);
  std::printf("%s %s %s\n", describe<int *>().data(), describe<unsigned>().data(),
              describe<float>().data());
  std::printf("%u\n", table[std::size_t(argc)]);
  static_assert(primes(100) == 25);
  std::printf("%d\n", primes(argc * 200));
}
