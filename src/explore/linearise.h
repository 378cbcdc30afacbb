// Finds an order in which events can happen so that every read sees the write it is to see.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle::explore {

using CellId = std::uint32_t;

/// One event of those that are put into an order; others are named by their index.
struct Placed {
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  struct Read {
    CellId cell = 0;
    std::uint32_t writer = nobody; ///< Nobody: what was there at the beginning.
  };
  std::vector<std::uint32_t> after; ///< Those it follows in any case; they have smaller indices.
  std::vector<Read> reads;          ///< Before its own writes.
  std::vector<CellId> writes;
  bool isSilent = false; ///< It happens as soon as all that it is `after` have.
};

struct Linearised {
  std::optional<std::vector<std::uint32_t>> order; ///< None if there is none,
  bool gaveUp = false;                             ///< or none was found in time.
};

/// The events in an order of that kind, as near to the order of `wanted` as is easily had. Every
/// writer that an event reads from has a smaller index, too. Deciding this is NP-hard, so it gives
/// up after so many dead ends.
Linearised linearise(std::span<const Placed> events, std::span<const std::uint32_t> wanted,
                     std::size_t cells, std::uint64_t deadEnds = 20'000);

} // namespace heddle::explore
