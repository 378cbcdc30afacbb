// Alignment of two sequences: pairs that stand in the same order in both, with the greatest sum of
// what each pair is worth.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace heddle::diff {

using Aligned = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// `worth(i, j)` is 0 for two that must not be paired, at most 255. Equal parts at both ends, by
/// `isSame`, are paired without looking further. Of what is too long for a table, only those that
/// are the same are paired.
Aligned align(std::uint32_t one, std::uint32_t other,
              const std::function<bool(std::uint32_t, std::uint32_t)> &isSame,
              const std::function<unsigned(std::uint32_t, std::uint32_t)> &worth);

} // namespace heddle::diff
