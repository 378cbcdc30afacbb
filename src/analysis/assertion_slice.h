// On what the assertions of a program depend, as long as every thread comes to its end: the slice
// of slice.h without what may keep a thread from going on. A search may lean on it that sees to the
// rest (explore/one_order.h).
//
// It is silent where the analyses that it stands on are (dependence.h, followed.h).
#pragma once

#include "program/program.h"

#include <vector>

namespace heddle::analysis {

/// By location. Empty if nothing can be said, or the program has more than so many instructions.
std::vector<bool> assertionSlice(const program::Program &program, std::size_t most = 20'000);

} // namespace heddle::analysis
