// Loops that only wait: a busy loop becomes an operation that is enabled when it would do
// something.
//
// At the head of a loop one iteration is tried, with every visible operation granted, and undone.
// If it comes back to the head with the loop's variables and all memory as they were, it only
// spins: the thread then awaits, and is enabled again when a trial does something else. An access
// that would be a race is something else the first time: then the iteration is run, and tells.
#pragma once

#include "vm/executor.h"

namespace heddle::vm {

/// Called at the head of a loop that may spin. False if the thread stops here.
bool reachLoopHead(Executor &x, const Inst *pc);

/// The registers of a frame at the head of a loop that still mean something there.
inline const std::vector<std::uint32_t> &liveAt(const Inst *head) {
  return *reinterpret_cast<const std::vector<std::uint32_t> *>(head->imm);
}

/// Notes what a thread that stands at the head of a loop looks at to know that it only spins, and
/// for which earlier values it would.
void noteAwait(Executor &x, ThreadId which);

enum class Awaiting : std::uint8_t {
  Still,
  Over,
  Asked, ///< Inputs decide; the thread stands before that branch.
};
/// Whether a round of the loop that the thread stands at would come to nothing if nobody else acted
/// in it.
bool wouldComeToNothing(Executor &x, ThreadId which);

/// Whether the thread, which stands at the head of a loop, would still only spin.
Awaiting wouldSpin(Executor &x, ThreadId which);

} // namespace heddle::vm
