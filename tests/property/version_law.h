// What `heddle diff` says about two versions of a program, against executions of both: a data flow
// that one of them shows and the rules exclude in the other is told.
#pragma once

#include "explored.h"

#include <cstdint>
#include <string>

namespace heddle::property {

struct VersionCheck {
  std::string problem;
  std::uint64_t executions = 0;
  bool isCompared = false;  ///< Nothing was left out of either.
  bool isDifferent = false; ///< By data flows of statements that both have.
  bool isEqual = false;     ///< They are called equal, and all executions of both say so.
  std::uint64_t edges = 0;  ///< That executions of one show and the rules exclude in the other.
};

VersionCheck checkVersions(Ready &old, Ready &current, std::uint64_t seed);

} // namespace heddle::property
