// The pairs of each variable, in the order in which people should look at them.
#pragma once

#include "report/result.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace heddle::report {

/// The pairs of a variable, by number.
struct PairGroup {
  std::size_t from;
  std::size_t to;
  std::size_t races;
  bool isForgotten; ///< One side of a pair holds a lock and the other holds none.
};

/// Where a lock was perhaps forgotten comes first. What a few pairs are about comes before what
/// many are about: that is where pointers may lead anywhere, and little can be said. If all are
/// shown, they are in the order of their names.
std::vector<PairGroup> groupsOf(const PairReport &report);

/// "reads", "locks".
std::string_view verbOf(const PairSide &side);

} // namespace heddle::report
