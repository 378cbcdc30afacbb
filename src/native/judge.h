// Whether what happened on real threads is what the VM found.
#pragma once

#include "native/native.h"
#include "native/run.h"

#include <functional>

namespace heddle::native {

/// Where the operation behind a mark is, for people.
using PlaceOf = std::function<std::string(std::uint32_t mark)>;

Answer judge(const Plan &plan, const Run &run, const PlaceOf &placeOf);

/// Why findings of this kind are not looked for on real threads; empty if they are.
std::string unsupported(vm::FaultKind kind);

} // namespace heddle::native
