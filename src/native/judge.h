// Whether what happened on real threads is what the VM found.
#pragma once

#include "native/native.h"
#include "native/run.h"

namespace heddle::native {

/// `userMessage` says which thread an id is, for people: plan.names.
Answer judge(const Plan &plan, const Run &run);

/// Why findings of this kind are not looked for on real threads; empty if they are.
std::string unsupported(vm::FaultKind kind);

} // namespace heddle::native
