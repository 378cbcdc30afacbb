// Accesses that conflict and that a common lock keeps apart in one version alone.
//
// A lock that is lost changes no data flow where the accesses are in a loop: each of them could see
// the others before. What is lost is that they come one after the other, and that is told here: two
// accesses count as kept apart in a version if all that threads do there holds a common lock, and
// as overlapping in the other if they may race there.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

namespace heddle::diff {

/// Adds to the exclusion of `result`, and a gap where not all pairs were looked at.
void compareOverlaps(const Classes &classes, const CompareOptions &options, Comparison &result);

} // namespace heddle::diff
