// Waiting for a change of a word of memory: what std::atomic's wait and notify, latches, barriers
// and futures stand on.
#include "vm/library.h"

#include <cerrno>
#include <optional>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

/// __heddle_futex_wait(address, bytes, unlike): 1 if the word is not `unlike`; else waits to be
/// notified and returns 0.
template <Op Kind> Reached wait(Call &call) {
  Executor &x = call.x;
  ThreadCore &core = x.thread->core;
  const Address word = call[0];
  const auto size = static_cast<unsigned>(call[1]);
  const Phase phase = core.pending.kind == Kind ? core.pending.phase : Phase::Start;
  if (phase == Phase::Start || x.isTrial) {
    // A symbolic word is like the value or not; that is decided when the operation has its turn.
    std::optional<bool> isLike;
    if (const expr::Ref node = x.wouldGrant(word) ? x.symbolicAt(word, size) : nullptr) {
      expr::Builder &b = x.symbolic.builder();
      const Executor::Side side = x.decide(call.pc, b.equal(node, b.constant(call[2], 8 * size)));
      if (side == Executor::Side::Stopped)
        return Reached::Stopped;
      isLike = side == Executor::Side::True;
    }
    if (!call.granted(Kind, word))
      return Reached::Stopped;
    const Executor::Together together(x, true);
    const std::uint8_t *bytes =
        x.touch(call.pc, word, size, AccessKind::Read, {.atomic = true, .acquire = true});
    if (!bytes)
      return Reached::Stopped;
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, size);
    call.note(Kind, word);
    if (!isLike.value_or(value == call[2]))
      return call.done(1);
    if (x.isTrial) {
      ++x.trialSteps; // The end of the wait is another one.
      x.blocked = Kind == Op::Wait;
      if (!x.blocked)
        return call.done(2);
      x.stopAt(call.pc);
      return Reached::Stopped;
    }
    return call.waitOn(Kind, word);
  }
  if (!x.mayAct) { // Run into again without a grant: stay.
    x.stopAt(call.pc);
    return Reached::Stopped;
  }
  x.mayAct = false;
  ++x.grants;
  const bool timesOut = phase == Phase::Waiting && Kind == Op::TimedWait && x.chosen() == 0;
  if (phase == Phase::Waiting)
    x.noteEffect(EffectKind::Write, word);
  call.note(Kind, word, timesOut ? ETIMEDOUT : EAGAIN);
  core.pending = Pending{};
  return call.done(timesOut ? 2 : 0);
}

void wake(Executor &x, ThreadId which) {
  Thread &waiter = *x.threads[which];
  x.saveCore(waiter);
  x.noteOrder(x.current, which, x.alternatives(which, waiter.core.pending) > 0);
  waiter.core.pending.phase = Phase::Woken;
}

// The object may be gone by now: who waited has seen its new value and gone on.
Reached notify(Call &call) {
  Executor &x = call.x;
  const bool all = call[1];
  if (!call.granted(all ? Op::Broadcast : Op::Signal, call[0]))
    return Reached::Stopped;
  const std::vector<ThreadId> waiters = x.waitersOn(call[0]);
  ThreadId woken = noThread;
  if (all)
    for (const ThreadId waiter : waiters)
      wake(x, waiter);
  else if (!waiters.empty())
    wake(x, woken = waiters[x.chosen() % waiters.size()]);
  call.note(all ? Op::Broadcast : Op::Signal, call[0], 0, woken);
  return call.done();
}

/// __heddle_futex_set(address, bytes, value): stores and notifies all in one step. Who comes in
/// between sees the new value and does not wait, as who comes afterwards.
Reached set(Call &call) {
  Executor &x = call.x;
  const Address word = call[0];
  const auto size = static_cast<unsigned>(call[1]);
  if (!call.granted(Op::Broadcast, word))
    return Reached::Stopped;
  const Executor::Together together(x, true);
  std::uint8_t *bytes =
      x.touch(call.pc, word, size, AccessKind::Write, {.atomic = true, .release = true});
  if (!bytes)
    return Reached::Stopped;
  const std::uint64_t value = call[2];
  std::memcpy(bytes, &value, size);
  for (const ThreadId waiter : x.waitersOn(word))
    wake(x, waiter);
  call.note(Op::Broadcast, word);
  return call.done();
}

constexpr LibraryFunction functions[] = {
    {"__heddle_futex_wait", wait<Op::Wait>},
    {"__heddle_futex_wait_timed", wait<Op::TimedWait>},
    {"__heddle_futex_notify", notify},
    {"__heddle_futex_set", set},
};

} // namespace

std::span<const LibraryFunction> futexFunctions() {
  return functions;
}

} // namespace heddle::vm
