// Jumps over frames: where setjmp noted, longjmp and the unwinding of an ending thread go.
#pragma once

#include "vm/executor.h"

namespace heddle::vm {

/// Cuts the stack of the running thread down to the frame noted in the buffer and sets the result
/// of its setjmp; the thread goes on behind it. False if it failed instead.
bool jumpTo(Executor &x, const Inst *pc, Address buffer, std::uint64_t value);

} // namespace heddle::vm
