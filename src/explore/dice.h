// Random numbers that are the same on every machine: a seed stands for one sequence for good.
#pragma once

#include <cassert>
#include <cstdint>

namespace heddle::explore {

/// The generator of Steele, Lea and Flood ("SplitMix", OOPSLA 2014): any seed will do, and those of
/// neighbours are unrelated.
class Dice {
public:
  /// A sequence of its own for each pair.
  Dice(std::uint64_t seed, std::uint64_t run) : state(seed) {
    state = next() + run * 0x9E3779B97F4A7C15;
    state = next();
  }

  std::uint64_t next() {
    state += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
  }

  /// One of 0 to `count` - 1.
  std::uint64_t below(std::uint64_t count) {
    assert(count > 0 && "nothing to choose from");
    const std::uint64_t tooMany = -count % count; // 2^64 modulo count: these would come too often.
    while (true)
      if (const std::uint64_t value = next(); value >= tooMany)
        return value % count;
  }

private:
  std::uint64_t state;
};

} // namespace heddle::explore
