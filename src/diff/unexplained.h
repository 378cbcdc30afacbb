// Whether two versions in which no difference was found are the same for sure: each thread does the
// same, decided by the same. Otherwise something changed of which the rules do not tell what comes
// of it.
#pragma once

#include "diff/classes.h"
#include "diff/difference.h"

namespace heddle::diff {

/// The first such change, if there is one. What locks exclude is compared elsewhere where it is
/// known which are held; there they make no difference here.
std::optional<Gap> findUnexplained(const Classes &classes, std::size_t mostNodes);

} // namespace heddle::diff
