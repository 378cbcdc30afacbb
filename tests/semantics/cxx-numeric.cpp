// flags: -std=c++20
// <numeric>, <complex>, <valarray>, <ratio>, <limits>, <bit>: sums, scans, gcd, powers of two.
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <numeric>
#include <ratio>
#include <string>
#include <valarray>
#include <vector>

template <class C> void show(const C &c) {
  for (auto n : c)
    std::printf("%g ", double(n));
  std::puts("");
}

int main() {
  std::vector<int> v(6), w(6);
  std::iota(v.begin(), v.end(), 1);
  std::printf("%d %d\n", std::accumulate(v.begin(), v.end(), 0),
              std::accumulate(v.begin(), v.end(), 1, std::multiplies<>()));
  std::partial_sum(v.begin(), v.end(), w.begin());
  show(w);
  std::adjacent_difference(w.begin(), w.end(), w.begin());
  show(w);
  std::exclusive_scan(v.begin(), v.end(), w.begin(), 100);
  show(w);
  std::inclusive_scan(v.begin(), v.end(), w.begin(), std::multiplies<>());
  show(w);
  std::printf("%d %d\n", std::inner_product(v.begin(), v.end(), v.begin(), 0),
              std::reduce(v.begin(), v.end()));
  std::printf("%d\n", std::transform_reduce(v.begin(), v.end(), 0, std::plus<>(),
                                            [](int n) { return n * n; }));
  std::printf("%d %d %d\n", std::gcd(84, -36), std::lcm(4, 6), std::midpoint(1, 4));
  std::printf("%g %g\n", std::lerp(1.0, 3.0, 0.25), std::midpoint(1.0, 2.0));
  const std::complex<double> i(0, 1);
  const auto z = (1.0 + 2.0 * i) * (3.0 - i);
  std::printf("%g %g %g %g\n", z.real(), z.imag(), std::abs(3.0 + 4.0 * i), std::norm(z));
  std::printf("%g %d\n", std::arg(i) * 2, std::conj(z) == std::complex<double>(5, -5));
  std::valarray<double> a{1, 2, 3, 4}, b = a * a + 1.0;
  show(b);
  show(std::valarray<double>(b[std::slice(0, 2, 2)]));
  std::printf("%g %g %g\n", a.sum(), b.max(), (a > 2.0).sum() ? a[3] : 0);
  show(std::valarray<double>(std::sqrt(a * a)));
  show(a.cshift(1));
  using Sum = std::ratio_add<std::ratio<1, 3>, std::ratio<1, 6>>;
  std::printf("%ld/%ld %d\n", long(Sum::num), long(Sum::den),
              std::ratio_less_v<std::milli, std::kilo>);
  std::printf("%d %u %d\n", std::numeric_limits<int>::max(),
              unsigned(std::numeric_limits<std::uint8_t>::max()),
              std::numeric_limits<double>::digits10);
  std::printf("%d %d %d %d\n", std::popcount(0xf0fu), std::countl_zero(std::uint16_t(1)),
              std::countr_zero(8u), std::has_single_bit(64u));
  std::printf("%u %u %x\n", std::bit_ceil(17u), std::bit_floor(17u), std::rotl(0x80000001u, 4));
  std::printf("%x %d\n", std::bit_cast<std::uint32_t>(1.0f),
              std::endian::native == std::endian::little);
}
