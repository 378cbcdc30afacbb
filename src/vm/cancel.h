// Cancellation, as the functions see it that are cancellation points.
#pragma once

#include "vm/call.h"

namespace heddle::vm {

/// The thread that a handle names; null if there is none.
Thread *threadAt(Executor &x, std::uint64_t handle);

/// Ends the running thread because it was asked to.
Reached endCancelled(Call &call);

} // namespace heddle::vm
