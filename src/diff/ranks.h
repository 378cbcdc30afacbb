// Sets of two or three edges that one version allows in one execution and the other does not.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

namespace heddle::diff {

/// Adds to the differences of `result`, and a gap where not all sets were looked at.
void compareSets(unsigned rank, const Classes &classes, const Relations *const (&relations)[2],
                 const CompareOptions &options, Comparison &result);

} // namespace heddle::diff
