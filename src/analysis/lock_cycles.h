// Cycles of the lock-order graph that can become a deadlock.
#pragma once

#include "analysis/lock_order.h"

namespace heddle::analysis {

/// Cycles whose links can be gone by different threads at the same time, with no lock that keeps
/// two of them apart. Of very many in one tangle of locks it is the tangle as a whole.
std::vector<DeadlockCandidate> findCycles(const LockOrder &order, const Parallel &parallel);

} // namespace heddle::analysis
