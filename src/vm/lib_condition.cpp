// Condition variables.
#include "vm/cancel.h"
#include "vm/library.h"
#include "vm/locks.h"

#include <cerrno>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

// A wait has three parts: release the mutex and wait; be woken, or time out; get the mutex back.
template <Op Kind, unsigned Mutex> Reached wait(Call &call) {
  Executor &x = call.x;
  ThreadCore &core = x.thread->core;
  const Address condition = call[0];
  const Address mutexAddress = call[Mutex];
  const Phase phase = core.pending.kind == Kind ? core.pending.phase : Phase::Start;
  if (phase == Phase::Start || x.isTrial) {
    if (!call.granted(Kind, condition, 1, Phase::Start, mutexAddress))
      return Reached::Stopped;
    SyncObject *mutex = lockAt(call, mutexAddress, SyncKind::Mutex);
    if (!mutex || !lockAt(call, condition, SyncKind::Condition))
      return Reached::Stopped;
    mutex = x.findSync(mutexAddress);
    if (mutex->owner != x.current)
      return call.fail(FaultKind::LockMisuse,
                       "wait on a condition variable without holding the mutex");
    if (Executor::isCancelled(core))
      return endCancelled(call);
    if (x.isTrial) { // It would not come back by itself, but for a time-out.
      x.blocked = Kind == Op::Wait;
      x.trialSteps += 2;
      if (!x.blocked)
        return call.done(ETIMEDOUT);
      x.stopAt(call.pc);
      return Reached::Stopped;
    }
    x.changeSync(*mutex);
    core.waitDepth = mutex->count;
    mutex->count = 0;
    mutex->owner = noThread;
    x.release(*mutex);
    call.note(Kind, condition);
    return call.waitOn(Kind, condition, mutexAddress);
  }
  if (!x.mayAct) { // Run into again without a grant: stay.
    x.stopAt(call.pc);
    return Reached::Stopped;
  }
  x.mayAct = false;
  ++x.grants;
  if (phase == Phase::Waiting) {
    x.noteStillWaiting(x.current);
    x.noteEffect(EffectKind::Write, condition);
    // The alternatives of a waiting thread: time out, or wake for no reason.
    const bool timesOut = Kind == Op::TimedWait && x.chosen() == 0;
    core.pending.phase = timesOut ? Phase::TimedOut : Phase::Woken;
    // An event: a schedule may switch before it or after it.
    call.note(Kind, condition, timesOut ? ETIMEDOUT : EAGAIN);
    x.stopAt(call.pc);
    return Reached::Stopped;
  }
  SyncObject *mutex = lockAt(call, mutexAddress, SyncKind::Mutex);
  if (!mutex)
    return Reached::Stopped;
  x.noteEffect(EffectKind::Write, mutexAddress, 1, Gate::Mutex);
  takeLock(call, *mutex);
  mutex->count = core.waitDepth;
  const std::uint64_t result = phase == Phase::TimedOut ? ETIMEDOUT : 0;
  core.pending = Pending{};
  call.note(Op::Lock, mutexAddress);
  if (core.wokenToEnd) { // With the mutex: the handlers release it.
    core.wokenToEnd = false;
    return endCancelled(call);
  }
  return call.done(result);
}

void wake(Executor &x, ThreadId which) {
  Thread &waiter = *x.threads[which];
  x.saveCore(waiter);
  x.noteStillWaiting(which);
  x.noteOrder(x.current, which, x.alternatives(which, waiter.core.pending) > 0);
  waiter.core.pending.phase = Phase::Woken;
}

Reached signal(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::Signal, call[0]))
    return Reached::Stopped;
  if (!lockAt(call, call[0], SyncKind::Condition))
    return Reached::Stopped;
  const std::vector<ThreadId> waiters = x.waitersOn(call[0]);
  ThreadId woken = noThread;
  if (!waiters.empty()) {
    woken = waiters[x.chosen() % waiters.size()];
    wake(x, woken);
  }
  call.note(Op::Signal, call[0], 0, woken);
  return call.done(0);
}

Reached broadcast(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::Broadcast, call[0]))
    return Reached::Stopped;
  if (!lockAt(call, call[0], SyncKind::Condition))
    return Reached::Stopped;
  for (const ThreadId waiter : x.waitersOn(call[0]))
    wake(x, waiter);
  call.note(Op::Broadcast, call[0]);
  return call.done(0);
}

Reached init(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::SyncInit, call[0]))
    return Reached::Stopped;
  const Executor::Together together(x, true);
  std::uint8_t *bytes = call.write(call[0], 48);
  if (!bytes)
    return Reached::Stopped;
  std::memset(bytes, 0, 48);
  SyncObject *known = x.findSync(call[0]);
  SyncObject &condition = known ? *known : x.makeSync(call[0], SyncKind::Condition);
  x.changeSync(condition);
  condition.kind = SyncKind::Condition;
  condition.destroyed = false;
  call.note(Op::SyncInit, call[0]);
  return call.done(0);
}

Reached destroy(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::SyncDestroy, call[0]))
    return Reached::Stopped;
  SyncObject *condition = lockAt(call, call[0], SyncKind::Condition);
  if (!condition)
    return Reached::Stopped;
  if (!x.waitersOn(call[0]).empty())
    return call.fail(FaultKind::LockMisuse,
                     "destruction of a condition variable that a thread waits on");
  x.changeSync(*condition);
  condition->destroyed = true;
  call.note(Op::SyncDestroy, call[0]);
  return call.done(0);
}

constexpr LibraryFunction functions[] = {
    {"pthread_cond_wait", wait<Op::Wait, 1>},
    {"pthread_cond_timedwait", wait<Op::TimedWait, 1>},
    {"pthread_cond_clockwait", wait<Op::TimedWait, 1>},
    {"pthread_cond_signal", signal},
    {"pthread_cond_broadcast", broadcast},
    {"pthread_cond_init", init},
    {"pthread_cond_destroy", destroy},
};

} // namespace

std::span<const LibraryFunction> conditionFunctions() {
  return functions;
}

} // namespace heddle::vm
