// What is asked before an access in one version alone: a read of shared memory that decides whether
// a thread comes to it, or that a thread waits for there.
//
// Which value a read sees is not looked at, so that such a condition excludes no data flow by
// itself: dropping it changes none. That an access hangs on it no more is told here. Conditions
// are compared by the variables that they ask about, and by whether this is done in the critical
// section of the access, not by how they are written.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

namespace heddle::diff {

/// What to add to the exclusion of a result, where nothing else shows it.
std::vector<ExclusionDifference> compareGuards(const Classes &classes,
                                               const CompareOptions &options);

} // namespace heddle::diff
