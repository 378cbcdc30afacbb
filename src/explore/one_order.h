// One order of threads for all, where that is enough (paper 004, section 6.1: no point of a search
// outside of the slice needs more than one way to go on).
//
// Given is on what the assertions depend as long as every thread comes to its end
// (analysis/assertion_slice.h). One execution is made for each choice of inputs, in any order of
// threads. If all threads have ended, and no two of them have touched the same memory within the
// slice, one writing, unless a creation or a join puts that in order, then each thread would have
// done the same within the slice in every other order: the first that could differ would have read
// what another thread wrote there. In other orders threads may wait for ever or break off; they
// come to fewer assertions then, and to none that fails.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

/// The answer, `safe`, if that can be seen by so few executions; else nothing. Of the statistics
/// only what was done.
std::optional<Answer> tryOneOrder(vm::SharedCode &code, const Options &options, Progress &progress,
                                  Stats &stats);

} // namespace heddle::explore
