// Who is woken, and how many a semaphore or barrier lets through, in one version and not in the
// other. A thread that nobody wakes does less, so that no data flow need show it.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

namespace heddle::diff {

/// Adds to the exclusion of `result`.
void compareWakeUps(const Classes &classes, const CompareOptions &options, Comparison &result);

} // namespace heddle::diff
