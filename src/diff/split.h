// Critical sections of one version that the other has split: between two accesses of a thread that
// one section held, another thread may come now.
//
// Like a lost lock (overlap.h) this changes no data flow where it is in a loop. Two accesses of one
// thread and one of another (or two of another, if they are of different variables) count if the
// three could tell: a read, a write and a read again; what was checked and is overwritten before it
// is acted on; two variables that are changed together.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

#include <array>

namespace heddle::diff {

/// Adds to the exclusion of `result`, where the overlaps of the same accesses are told already, and
/// a gap where not all was looked at. `relations` are those of both sides.
void compareSections(const Classes &classes, std::array<const Relations *, 2> relations,
                     const CompareOptions &options, Comparison &result);

} // namespace heddle::diff
