// flags: -std=c++20
// bitset, array, vector<bool>, span, initializer_list, structured bindings of arrays.
#include <algorithm>
#include <array>
#include <bitset>
#include <cstdio>
#include <initializer_list>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

int total(std::initializer_list<int> l) {
  return std::accumulate(l.begin(), l.end(), 0);
}
int sum(std::span<const int> s) {
  return std::accumulate(s.begin(), s.end(), 0);
}
template <std::size_t N> std::size_t fixed(std::span<int, N> s) {
  return s.size() + N;
}

int main() {
  std::bitset<70> bits;
  bits.set(3).set(69).set(40);
  bits.flip(3);
  bits[5] = true;
  std::printf("%zu %d %d %zu\n", bits.count(), bits.test(69), bits.any(), bits.size());
  std::bitset<8> a("10110010"), b(0x0f);
  std::printf("%s %s %s\n", (a & b).to_string().c_str(), (a << 2).to_string().c_str(),
              (~a ^ b).to_string('.', '#').c_str());
  std::printf("%lu %zu\n", a.to_ulong(), a._Find_first());
  try {
    (void)std::bitset<70>().set().to_ulong();
  } catch (const std::overflow_error &) {
    std::puts("too wide");
  }
  try {
    std::bitset<4> c("01x1");
  } catch (const std::invalid_argument &) {
    std::puts("not a bit");
  }
  std::array<int, 5> array{5, 2, 4};
  std::sort(array.begin(), array.end());
  auto &[p, q, r, s, t] = array;
  r += 10;
  std::printf("%d %d %d %d %d | %d\n", p, q, r, s, t, std::get<2>(array));
  try {
    (void)array.at(5);
  } catch (const std::out_of_range &) {
    std::puts("past the end");
  }
  std::printf("%d %d\n", array < std::array<int, 5>{0, 1}, array == array);
  std::vector<bool> flags(130);
  for (std::size_t i = 0; i < flags.size(); i += 7)
    flags[i] = !flags[i];
  flags.insert(flags.begin() + 3, true);
  flags.flip();
  std::printf("%zu %td\n", flags.size(), std::count(flags.begin(), flags.end(), true));
  std::vector<int> v{1, 2, 3, 4, 5, 6};
  int plain[3] = {7, 8, 9};
  std::span<int> whole(v);
  std::printf("%d %d %d %d\n", sum(v), sum(plain), sum(whole.subspan(2, 3)), sum(whole.last(2)));
  whole.first<2>()[1] = 20;
  std::printf("%d %zu %zu\n", v[1], fixed(std::span(plain)), std::as_bytes(whole).size());
  std::printf("%d %d\n", total({1, 2, 3}), total({}));
  std::array<std::array<int, 3>, 2> grid{{{1, 2, 3}, {4, 5, 6}}};
  int diagonal = 0;
  for (std::size_t i = 0; i < 2; ++i)
    diagonal += grid[i][i];
  std::printf("%d %zu\n", diagonal, std::tuple_size_v<decltype(grid)>);
}
