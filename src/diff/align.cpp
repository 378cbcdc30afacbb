#include "diff/align.h"

#include <algorithm>

namespace heddle::diff {

namespace {
constexpr std::uint64_t mostCells = 100'000'000;

/// In order, each with the nearest one behind the last pair.
void alignGreedily(std::uint32_t first, std::uint32_t one, std::uint32_t other,
                   const std::function<bool(std::uint32_t, std::uint32_t)> &isSame,
                   Aligned &result) {
  constexpr std::uint32_t window = 2000;
  std::uint32_t next = first;
  for (std::uint32_t i = first; i < one; ++i)
    for (std::uint32_t j = next; j < std::min(other, next + window); ++j)
      if (isSame(i, j)) {
        result.emplace_back(i, j);
        next = j + 1;
        break;
      }
}

} // namespace

Aligned align(std::uint32_t one, std::uint32_t other,
              const std::function<bool(std::uint32_t, std::uint32_t)> &isSame,
              const std::function<unsigned(std::uint32_t, std::uint32_t)> &worth) {
  Aligned result;
  std::uint32_t begin = 0;
  while (begin < one && begin < other && isSame(begin, begin)) {
    result.emplace_back(begin, begin);
    ++begin;
  }
  std::uint32_t tail = 0;
  while (one - tail > begin && other - tail > begin && isSame(one - tail - 1, other - tail - 1))
    ++tail;
  const std::uint32_t rows = one - tail - begin;
  const std::uint32_t columns = other - tail - begin;
  if (std::uint64_t{rows} * columns > mostCells) {
    alignGreedily(begin, one - tail, other - tail, isSame, result);
  } else if (rows && columns) {
    // best[i][j]: of what stands from i and j on. Only the choices are kept whole.
    enum Choice : std::uint8_t { Pair, SkipOne, SkipOther };
    std::vector<std::uint8_t> choices(std::size_t{rows} * columns);
    std::vector<std::uint32_t> below(columns + 1), here(columns + 1);
    for (std::uint32_t i = rows; i-- > 0;) {
      here[columns] = 0;
      for (std::uint32_t j = columns; j-- > 0;) {
        const unsigned gain = worth(begin + i, begin + j);
        std::uint32_t best = below[j];
        Choice choice = SkipOne;
        if (here[j + 1] > best) {
          best = here[j + 1];
          choice = SkipOther;
        }
        if (gain && below[j + 1] + gain >= best) {
          best = below[j + 1] + gain;
          choice = Pair;
        }
        here[j] = best;
        choices[std::size_t{i} * columns + j] = choice;
      }
      std::swap(below, here);
    }
    for (std::uint32_t i = 0, j = 0; i < rows && j < columns;) {
      const std::uint8_t choice = choices[std::size_t{i} * columns + j];
      if (choice == Pair)
        result.emplace_back(begin + i, begin + j);
      i += choice != SkipOther;
      j += choice != SkipOne;
    }
  }
  for (std::uint32_t i = tail; i > 0; --i)
    result.emplace_back(one - i, other - i);
  return result;
}

} // namespace heddle::diff
