// Waits for conditions that may last for ever: those that no signal can end, and those whose signal
// may come first and be lost (paper 002, section 4.1).
//
// A signal that comes before the wait is not lost if the waiting thread then sees what it was
// about: if what it looks at before it waits, under the mutex, is written by the thread that
// signals. That is a guess about what the two are meant to do, so these are candidates and nothing
// is proved.
#pragma once

#include "analysis/access_pairs.h"

#include <optional>

namespace heddle::analysis {

struct WaitCandidate {
  std::uint32_t wait = 0; ///< A node of the pairs.
  /// Whose signal may be lost; none if there is no signal at all.
  std::optional<std::uint32_t> signal;
};

std::vector<WaitCandidate> findWaits(const PairFacts &facts, const AccessPairs &pairs);

} // namespace heddle::analysis
