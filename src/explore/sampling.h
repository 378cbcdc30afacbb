// Searches that look at some executions and not at all: each run goes from the start to an end, and
// a walk decides at every point where to.
#pragma once

#include "explore/search.h"
#include "support/bytes.h"

#include <limits>

namespace heddle::explore {

/// Decides the choices of one run after the other.
class Walk {
public:
  virtual ~Walk() = default;
  virtual void begin(std::uint64_t run) = 0;
  /// Asked where there are several choices.
  virtual vm::Choice choose(const vm::Machine &machine) = 0;
  /// What earlier runs have shown, for a search that goes on later.
  virtual void write(support::ByteWriter &) const {}
  virtual void read(support::ByteReader &) {}
};

/// What may be spent, beside the number of runs.
struct Effort {
  std::uint64_t work = ~std::uint64_t{0}; ///< As `workOf` counts it.
  double seconds = std::numeric_limits<double>::infinity();
};

/// The reason of the gap that is left when there are other runs.
inline constexpr std::string_view sampledGap = "sampled";

/// What some runs leave to say does not matter once a search has tried everything: that there are
/// others, and that threads which were let go round for ever came to a bound.
void dropBounds(std::vector<vm::Gap> &gaps);

/// As many runs as the options say, or fewer if the first shows that there is only one. Nothing
/// found is never `safe` unless that was so.
Answer sample(vm::SharedCode &code, const Options &options, Progress &progress, Walk &walk,
              const Effort &effort = {});

/// The strategy pct, with a bound on what it may spend.
Answer samplePct(vm::SharedCode &code, const Options &options, Progress &progress,
                 const Effort &effort);

} // namespace heddle::explore
