// A random source that gives the same numbers on every machine for the same seed.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::property {

class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed) {}

  std::uint64_t next() { // splitmix64
    state += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// One of 0 ... count-1.
  unsigned below(std::size_t count) { return static_cast<unsigned>(next() % count); }
  unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T> const T &pick(const std::vector<T> &from) { return from[below(from.size())]; }

private:
  std::uint64_t state;
};

} // namespace heddle::property
