// Which pairs of operations have nothing to do with each other: no value, branch, address or lock
// that one of them decides is ever brought together with one that the other decides. Their orders
// need not be combined: what some combination of them does to a check, the orders of one slice do.
#pragma once

#include "analysis/dependence.h"
#include "explore/pair_fate.h"

#include <span>

namespace heddle::explore {

/// Numbers the slices from 1 in `ConflictPair::slice`; they stay 0 where all are one. Says how many
/// there are. That a check fails ends the program, so what comes behind one does not count as
/// decided by it.
std::uint32_t findSlices(const program::Program &program, const analysis::Dependence &dependence,
                         const analysis::PointsTo &pointers, std::span<ConflictPair> pairs);

} // namespace heddle::explore
