// What happens when threads that were led to places at once go on from there: whether the race or
// the deadlock that somebody warned of is one.
#pragma once

#include "analysis/targets.h"
#include "explore/search.h"

namespace heddle::explore {

/// `arrival` is that of a program with marks for the goals (`searchGuided` finds it); `code` is of
/// the program without. Each fault that shows on the way there, and when those who stand there go
/// on in whatever order, with its path in the program without marks; one may come several times.
support::Outcome<std::vector<Found>> aftermath(vm::SharedCode &code,
                                               const std::vector<analysis::Goal> &goals,
                                               const Found &arrival, const vm::Options &options);

} // namespace heddle::explore
