// States that compare between machines, also where inputs are symbolic: there, one for each of the
// small inputs that lead to it.
#pragma once

#include "vm/machine.h"

#include <functional>
#include <string>

namespace heddle::property {

/// Calls `f` with the bytes of each. What threads have computed and not stored is left out: whether
/// a loop that waits was tried once more shows there and nowhere else.
void forEachState(const vm::Machine &machine, const std::function<void(std::string &)> &f);

/// The state for one choice of inputs, whether they lead to it or not, and which of the path's
/// conditions they meet.
std::string sampleState(const vm::Machine &machine);

} // namespace heddle::property
