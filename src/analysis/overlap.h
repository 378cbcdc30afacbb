// Whether ranges of bytes that repeat may have one in common.
#pragma once

#include <cstdint>

namespace heddle::analysis {

/// Whether [a, a + sizeA) and [b, b + sizeB) meet when either may be moved by multiples of `step`.
inline bool meet(std::int64_t a, std::uint64_t sizeA, std::int64_t b, std::uint64_t sizeB,
                 std::uint64_t step) {
  std::int64_t distance = 0;
  if (__builtin_sub_overflow(b, a, &distance))
    return true;
  if (step == 0)
    return distance >= 0 ? static_cast<std::uint64_t>(distance) < sizeA
                         : static_cast<std::uint64_t>(-distance) < sizeB;
  const auto signedStep = static_cast<std::int64_t>(step);
  const auto ahead = static_cast<std::uint64_t>((distance % signedStep + signedStep) % signedStep);
  return ahead < sizeA || step - ahead < sizeB;
}

} // namespace heddle::analysis
