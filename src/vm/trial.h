// One iteration of a loop, tried and undone: whether it would leave everything as it was.
#pragma once

#include "vm/executor.h"

namespace heddle::vm {

/// What an iteration does. Undecided: that depends on inputs.
enum class Outcome : std::uint8_t { Spins, Acts, Undecided };

/// Tries one iteration from the loop head the running thread stands at, and undoes it. Conditions
/// that can go both ways go as `sides` says, as far as it does.
Outcome tryIteration(Executor &x, const Inst *pc, const std::vector<bool> &sides = {});

/// A trial has come to the head of a loop within its iteration: whether it stays in there for ever,
/// because that loop only spins. Looked at the second, fourth, eighth time and so on.
bool staysWithin(Executor &x, const Inst *pc);

/// What the thread knows at the loop head: the values that live there, and all of its callers. An
/// iteration may leave the loop and come back by a loop around it, in this function or a caller.
std::vector<std::uint64_t> privateState(const Thread &thread, const Inst *head);
/// The same state as `privateState` gives, compared on the way.
bool hasState(const Thread &thread, const Inst *head, const std::vector<std::uint64_t> &state);

} // namespace heddle::vm
