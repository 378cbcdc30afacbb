// Searches that look at some executions and not at all: each run goes from the start to an end, and
// a walk decides at every point where to.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

/// Decides the choices of one run after the other.
class Walk {
public:
  virtual ~Walk() = default;
  virtual void begin(std::uint64_t run) = 0;
  /// Asked where there are several choices.
  virtual vm::Choice choose(const vm::Machine &machine) = 0;
};

/// As many runs as the options say, or fewer if the first shows that there is only one. Nothing
/// found is never `safe` unless that was so.
Answer sample(vm::SharedCode &code, const Options &options, Progress &progress, Walk &walk);

} // namespace heddle::explore
