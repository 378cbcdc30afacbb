// Random engines with fixed seeds: their sequences are part of the standard.
#include <algorithm>
#include <cstdio>
#include <random>
#include <sstream>
#include <vector>

int main() {
  std::mt19937 twister(5489u);
  std::mt19937 other = twister;
  twister.discard(9999);
  std::printf("%u\n", unsigned(twister())); // 4123659995, says the standard.
  std::mt19937_64 wide;
  wide.discard(9999);
  std::printf("%llu\n", static_cast<unsigned long long>(wide())); // 9981545732273789042
  std::minstd_rand minimal;
  minimal.discard(9999);
  std::printf("%u\n", unsigned(minimal())); // 399268537
  std::minstd_rand0 old;
  old.discard(9999);
  std::printf("%u\n", unsigned(old())); // 1043618065
  std::ranlux24_base lagged;
  lagged.discard(9999);
  std::printf("%u\n", unsigned(lagged())); // 7937952
  std::knuth_b shuffled;
  shuffled.discard(9999);
  std::printf("%u\n", unsigned(shuffled())); // 1112339016
  std::seed_seq seeds{1, 2, 3};
  std::mt19937 seeded(seeds);
  std::printf("%u %d\n", unsigned(seeded()), seeded == other);
  std::uniform_int_distribution<int> die(1, 6);
  int counts[7] = {};
  for (int i = 0; i < 600; ++i)
    ++counts[die(other)];
  for (int i = 1; i <= 6; ++i)
    std::printf("%d ", counts[i]);
  std::puts("");
  std::uniform_real_distribution<double> real(-1, 1);
  std::bernoulli_distribution coin(0.25);
  std::discrete_distribution<int> weights{1, 0, 3};
  int heads = 0, twos = 0, ones = 0;
  bool inside = true;
  for (int i = 0; i < 400; ++i) {
    const double r = real(other);
    inside = inside && r >= -1 && r < 1;
    heads += coin(other);
    const int w = weights(other);
    twos += w == 2;
    ones += w == 1;
  }
  std::printf("%d %d %d %d\n", inside, heads, twos, ones);
  std::normal_distribution<double> normal(10, 2);
  std::printf("%.6f %.6f\n", normal(other), normal(other));
  std::vector<int> v{1, 2, 3, 4, 5, 6, 7, 8};
  std::shuffle(v.begin(), v.end(), other);
  for (int n : v)
    std::printf("%d ", n);
  std::puts("");
  std::vector<int> sample;
  std::sample(v.begin(), v.end(), std::back_inserter(sample), 3, other);
  std::printf("%d %d %d\n", sample[0], sample[1], sample[2]);
}
