// Accesses of two threads that conflict, and that come in one order in one version alone.
//
// A join, a flag or a barrier that is lost changes no data flow where the write may be left out, or
// may go elsewhere: the read could see something else before, as far as is known. What is lost is
// that one of them comes first, and that is told here.
#pragma once

#include "diff/classes.h"
#include "diff/compare.h"

#include <array>

namespace heddle::diff {

/// What to add to the exclusion of a result, where no data flow shows it; and a gap where not all
/// was looked at. `relations` are those of both sides.
std::vector<ExclusionDifference> compareOrders(const Classes &classes,
                                               std::array<const Relations *, 2> relations,
                                               const CompareOptions &options, Comparison &result);

} // namespace heddle::diff
