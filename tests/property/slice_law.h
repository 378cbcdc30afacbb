// Slices and reachability against executions.
#pragma once

#include "explored.h"

namespace heddle::property {

/// What is left of a program without the instructions outside of the backward slice of some
/// assertions fails these in the same cases.
struct SliceCheck {
  std::string problem;
  bool isCompared = false;      ///< Both programs could be searched.
  bool fails = false;           ///< Some assertion of the criterion does.
  std::size_t instructions = 0; ///< Of the program,
  std::size_t kept = 0;         ///< and in the slice.
};
SliceCheck checkSlice(Ready &ready, std::uint64_t seed);

/// Where a thread comes to was said to be in reach of where it was, and not farther than it took.
struct ReachCheck {
  std::string problem;
  std::uint64_t pairs = 0;
};
ReachCheck checkReach(Ready &ready, std::uint64_t seed, std::uint64_t executions, double seconds);

} // namespace heddle::property
