// Which statements of two versions are the same: functions by name and then by likeness, statements
// inside by an alignment of their normalised text, and what moved by its text alone.
#pragma once

#include "diff/difference.h"
#include "diff/normalise.h"

#include <vector>

namespace heddle::diff {

class Match {
public:
  static Match of(const program::Program &old, const program::Program &current);

  /// The same statement in the other version; noLocation if there is none.
  program::LocationId other(Side side, program::LocationId location) const {
    return location == program::noLocation ? location
                                           : partner[static_cast<std::size_t>(side)][location];
  }
  /// Of functions, by their numbers; ~0 if there is none.
  static constexpr program::FunctionId none = ~program::FunctionId{0};
  program::FunctionId otherFunction(Side side, program::FunctionId function) const {
    return functions[static_cast<std::size_t>(side)][function];
  }

  /// Global variables and functions by what both versions call them.
  const Normaliser::Names &names(Side side) const { return named[static_cast<std::size_t>(side)]; }

private:
  friend class Matcher;
  Normaliser::Names named[2];
  std::vector<program::LocationId> partner[2];
  std::vector<program::FunctionId> functions[2];
};

} // namespace heddle::diff
