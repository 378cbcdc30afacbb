// Uninitialised values, tracked bit by bit, and only where there are some.
//
// A frame runs its plain code until an uninitialised value gets into one of its registers. From
// then on it runs *guarded* code: the same instructions, each with a guard before it that moves the
// masks of undefined bits along (one more register for each register, behind the frame's own). A
// branch or an address that depends on such a bit is a finding; a value that is merely copied is
// not.
#pragma once

#include "vm/executor.h"

namespace heddle::vm {

/// The running thread's top frame becomes guarded, with these bits of a register undefined. The
/// frame then stands behind the instruction `pc`.
void becomeGuarded(Executor &x, const Inst *pc, std::uint32_t reg, std::uint32_t count,
                   const std::uint64_t *masks);

/// Makes the frame of a call guarded from its start, if arguments are undefined.
void guardCallee(Executor &x, Frame &frame);

/// Which bits of the bytes at an address were never written, as masks of registers; false if none.
bool undefinedBits(const Executor &x, Address address, const Layout &layout, std::uint64_t *masks);

} // namespace heddle::vm
