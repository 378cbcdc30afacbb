// Threads at the places that are looked for (program/marks.h): a thread that comes to one stands
// there until it is taken. Once all targets have a thread of their own, that is a fault of the kind
// ReachError whose `blocked` says who stands where.
#pragma once

#include "vm/call.h"
#include "vm/fault.h"

namespace heddle::vm {

/// A call of program::targetFunction.
Reached standAtTarget(Call &call);

/// The targets at which a thread stands, as bits; 0 if it does not.
std::uint64_t targetsOf(const ThreadCore &core);

/// Whether it says that all targets are occupied.
inline bool isArrival(const Fault &fault) {
  return fault.kind == FaultKind::ReachError && !fault.blocked.empty();
}

} // namespace heddle::vm
