// Semaphores, barriers and once.
#include "vm/cancel.h"
#include "vm/image.h"
#include "vm/library.h"
#include "vm/locks.h"

#include <cerrno>
#include <climits>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

// --- semaphores
// ---------------------------------------------------------------------------------------

Reached semaphoreInit(Call &call) {
  SyncObject *semaphore =
      initialiseSync(call, SyncKind::Semaphore, 32, static_cast<std::uint32_t>(call[2]));
  if (!semaphore)
    return Reached::Stopped;
  semaphore->count = static_cast<std::uint32_t>(call[2]);
  return call.done(0);
}

SyncObject *semaphoreAt(Call &call) {
  SyncObject *semaphore = call.x.findSync(call[0]);
  if (semaphore && semaphore->kind == SyncKind::Semaphore && !semaphore->destroyed)
    return semaphore;
  call.fail(FaultKind::LockMisuse, semaphore && semaphore->destroyed
                                       ? "use of a destroyed semaphore"
                                       : "use of a semaphore that was never initialised");
  return nullptr;
}

void takeOne(Call &call, SyncObject &semaphore) {
  call.x.changeSync(semaphore);
  --semaphore.count;
  call.x.acquire(semaphore);
}

Reached semaphoreWait(Call &call) {
  if (!call.granted(Op::SemWait, call[0]))
    return Reached::Stopped;
  SyncObject *semaphore = semaphoreAt(call);
  if (!semaphore)
    return Reached::Stopped;
  if (Executor::isCancelled(call.thread().core))
    return endCancelled(call);
  takeOne(call, *semaphore);
  call.note(Op::SemWait, call[0]);
  return call.done(0);
}

template <Op Kind, int Error> Reached semaphoreTry(Call &call) {
  if (!call.granted(Kind, call[0]))
    return Reached::Stopped;
  SyncObject *semaphore = semaphoreAt(call);
  if (!semaphore)
    return Reached::Stopped;
  if (Kind == Op::SemTimedWait && Executor::isCancelled(call.thread().core))
    return endCancelled(call);
  const bool takes = semaphore->count > 0 && (Kind == Op::SemTryWait || call.x.chosen() == 0);
  if (takes)
    takeOne(call, *semaphore);
  else
    call.setErrno(Error);
  call.note(Kind, call[0], takes ? 0 : static_cast<std::uint64_t>(-1));
  return call.done(takes ? 0 : static_cast<std::uint64_t>(-1));
}

Reached semaphorePost(Call &call) {
  if (!call.granted(Op::SemPost, call[0]))
    return Reached::Stopped;
  SyncObject *semaphore = semaphoreAt(call);
  if (!semaphore)
    return Reached::Stopped;
  if (semaphore->count >= INT_MAX) {
    call.setErrno(EOVERFLOW);
    return call.done(static_cast<std::uint64_t>(-1));
  }
  call.x.changeSync(*semaphore);
  ++semaphore->count;
  call.x.release(*semaphore);
  call.note(Op::SemPost, call[0]);
  return call.done(0);
}

Reached semaphoreValue(Call &call) {
  if (!call.granted(Op::SemTryWait, call[0]))
    return Reached::Stopped;
  SyncObject *semaphore = semaphoreAt(call);
  if (!semaphore)
    return Reached::Stopped;
  const Executor::Together together(call.x, true);
  return call.store(call[1], semaphore->count, 4) ? call.done(0) : Reached::Stopped;
}

// --- barriers
// -----------------------------------------------------------------------------------------

Reached barrierInit(Call &call) {
  if (static_cast<std::uint32_t>(call[2]) == 0)
    return call.done(EINVAL);
  SyncObject *barrier =
      initialiseSync(call, SyncKind::Barrier, 32, static_cast<std::uint32_t>(call[2]));
  if (!barrier)
    return Reached::Stopped;
  barrier->needed = static_cast<std::uint32_t>(call[2]);
  return call.done(0);
}

constexpr std::uint64_t serialThread = static_cast<std::uint64_t>(-1);

// The last one to arrive releases the others; they have nothing visible left to do.
Reached barrierWait(Call &call) {
  Executor &x = call.x;
  ThreadCore &core = x.thread->core;
  if (core.pending.kind == Op::BarrierWait && core.pending.phase == Phase::Woken) {
    core.pending = Pending{};
    SyncObject *barrier = x.findSync(call[0]);
    if (barrier)
      x.acquire(*barrier);
    return call.done(0);
  }
  if (!call.granted(Op::BarrierWait, call[0]))
    return Reached::Stopped;
  SyncObject *barrier = x.findSync(call[0]);
  if (!barrier || barrier->kind != SyncKind::Barrier || barrier->destroyed)
    return call.fail(FaultKind::LockMisuse, "wait at a barrier that is not initialised");
  x.changeSync(*barrier);
  x.release(*barrier);
  ++barrier->count;
  call.note(Op::BarrierWait, call[0]);
  if (barrier->count < barrier->needed) {
    if (x.isTrial || core.atomicDepth)
      x.blocked = true;
    core.pending = Pending{};
    core.pending.kind = Op::BarrierWait;
    core.pending.phase = Phase::Waiting;
    core.pending.address = call[0];
    core.pending.location = x.userLocation(*x.thread);
    x.stopAt(call.pc);
    return Reached::Stopped;
  }
  barrier->count = 0;
  ++barrier->round;
  for (const auto &other : x.threads) {
    if (!other || other->core.status != ThreadStatus::Ready ||
        other->core.pending.kind != Op::BarrierWait || other->core.pending.address != call[0] ||
        other->core.pending.phase != Phase::Waiting)
      continue;
    x.saveCore(*other);
    x.noteOrder(x.current, static_cast<ThreadId>(&other - x.threads.data()));
    other->core.pending.phase = Phase::Woken;
  }
  x.acquire(*barrier);
  return call.done(serialThread);
}

// --- once
// -----------------------------------------------------------------------------------------------

// count: 0 not begun, 2 running (by `owner`), 1 done.
Reached once(Call &call) {
  Executor &x = call.x;
  SyncObject *flag = x.findSync(call[0]);
  if (flag && flag->count == 2 && flag->owner == x.current) {
    // The routine has returned to here.
    x.noteEffect(EffectKind::Write, call[0]);
    x.changeSync(*flag);
    flag->count = 1;
    flag->owner = noThread;
    x.release(*flag);
    return call.done(0);
  }
  if (!call.granted(Op::Once, call[0]))
    return Reached::Stopped;
  flag = lockAt(call, call[0], SyncKind::Once);
  if (!flag)
    return Reached::Stopped;
  call.note(Op::Once, call[0], flag->count);
  if (flag->count == 1) {
    x.acquire(*flag);
    return call.done(0);
  }
  CodeFunction *routine = x.image.functionAt(call[1]);
  if (!routine || !routine->isDefined)
    return call.fail(FaultKind::InvalidPointer, "pthread_once with a routine that is no function");
  x.changeSync(*flag);
  flag->count = 2;
  flag->owner = x.current;
  x.pushFrame(*routine, nullptr, 0);
  x.thread->top().again = true;
  return Reached::Entered;
}

constexpr LibraryFunction functions[] = {
    {"sem_init", semaphoreInit},
    {"sem_destroy", destroySync<SyncKind::Semaphore>},
    {"sem_wait", semaphoreWait},
    {"sem_trywait", semaphoreTry<Op::SemTryWait, EAGAIN>},
    {"sem_timedwait", semaphoreTry<Op::SemTimedWait, ETIMEDOUT>},
    {"sem_clockwait", semaphoreTry<Op::SemTimedWait, ETIMEDOUT>},
    {"sem_post", semaphorePost},
    {"sem_getvalue", semaphoreValue},
    {"pthread_barrier_init", barrierInit},
    {"pthread_barrier_destroy", destroySync<SyncKind::Barrier>},
    {"pthread_barrier_wait", barrierWait},
    {"pthread_once", once},
};

} // namespace

std::span<const LibraryFunction> waitingFunctions() {
  return functions;
}

} // namespace heddle::vm
