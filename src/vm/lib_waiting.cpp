// Semaphores, barriers, read-write locks and once.
#include "vm/image.h"
#include "vm/library.h"
#include "vm/locks.h"

#include <cerrno>
#include <climits>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

/// Makes a synchronisation object of this kind, with `size` bytes of the program cleared.
SyncObject *initialise(Call &call, SyncKind kind, unsigned size) {
  Executor &x = call.x;
  if (!call.granted(Op::SyncInit, call[0]))
    return nullptr;
  const Executor::Together together(x, true);
  std::uint8_t *bytes = call.write(call[0], size);
  if (!bytes)
    return nullptr;
  std::memset(bytes, 0, size);
  SyncObject *known = x.findSync(call[0]);
  SyncObject &object = known ? *known : x.makeSync(call[0], kind);
  x.changeSync(object);
  object.kind = kind;
  object.destroyed = false;
  object.owner = noThread;
  object.count = 0;
  object.readers = 0;
  call.note(Op::SyncInit, call[0]);
  return &object;
}

template <SyncKind Kind> Reached destroy(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::SyncDestroy, call[0]))
    return Reached::Stopped;
  SyncObject *object = lockAt(call, call[0], Kind);
  if (!object)
    return Reached::Stopped;
  const bool busy = object->owner != noThread || (Kind != SyncKind::Semaphore && object->count);
  if (busy)
    return call.fail(FaultKind::LockMisuse,
                     "destruction of a " + std::string(name(Kind)) + " in use");
  x.changeSync(*object);
  object->destroyed = true;
  call.note(Op::SyncDestroy, call[0]);
  return call.done(0);
}

// --- semaphores
// ---------------------------------------------------------------------------------------

Reached semaphoreInit(Call &call) {
  SyncObject *semaphore = initialise(call, SyncKind::Semaphore, 32);
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
  SyncObject *barrier = initialise(call, SyncKind::Barrier, 32);
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
    other->core.pending.phase = Phase::Woken;
  }
  x.acquire(*barrier);
  return call.done(serialThread);
}

// --- read-write locks
// -----------------------------------------------------------------------------------

Reached rwInit(Call &call) {
  return initialise(call, SyncKind::RwLock, 56) ? call.done(0) : Reached::Stopped;
}

std::uint64_t bitOf(ThreadId thread) {
  return std::uint64_t{1} << (thread % 64);
}

void takeForReading(Call &call, SyncObject &lock) {
  call.x.changeSync(lock);
  ++lock.count;
  lock.readers |= bitOf(call.x.current);
  lock.lockedAt = call.x.userLocation(*call.x.thread);
  call.x.acquire(lock);
}

void takeForWriting(Call &call, SyncObject &lock) {
  call.x.changeSync(lock);
  lock.owner = call.x.current;
  lock.lockedAt = call.x.userLocation(*call.x.thread);
  call.x.acquire(lock);
  call.x.clocks.join(call.x.thread->core.clock, lock.readClock);
}

template <bool Writes, bool Tries> Reached rwLock(Call &call) {
  Executor &x = call.x;
  const Op kind = Tries ? Op::TryLock : Writes ? Op::WriteLock : Op::ReadLock;
  if (!call.granted(kind, call[0]))
    return Reached::Stopped;
  SyncObject *lock = lockAt(call, call[0], SyncKind::RwLock);
  if (!lock)
    return Reached::Stopped;
  if (lock->owner == x.current && !Tries)
    return call.fail(FaultKind::LockMisuse,
                     "relock of a read-write lock by the thread that holds it for writing");
  const bool free = lock->owner == noThread && (!Writes || lock->count == 0);
  if (free) {
    if (Writes)
      takeForWriting(call, *lock);
    else
      takeForReading(call, *lock);
  }
  call.note(kind, call[0], free ? 0 : EBUSY);
  return call.done(free ? 0 : EBUSY);
}

Reached rwUnlock(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::RwUnlock, call[0]))
    return Reached::Stopped;
  SyncObject *lock = lockAt(call, call[0], SyncKind::RwLock);
  if (!lock)
    return Reached::Stopped;
  x.changeSync(*lock);
  if (lock->owner == x.current) {
    lock->owner = noThread;
    x.release(*lock);
  } else if (lock->count && (lock->readers & bitOf(x.current))) {
    --lock->count;
    lock->readers &= ~bitOf(x.current);
    x.clocks.join(lock->readClock, x.thread->core.clock);
    x.clocks.tick(x.thread->core.clock, x.current);
  } else {
    return call.fail(FaultKind::LockMisuse,
                     "unlock of a read-write lock that this thread does not hold");
  }
  call.note(Op::RwUnlock, call[0]);
  return call.done(0);
}

// --- once
// -----------------------------------------------------------------------------------------------

// count: 0 not begun, 2 running (by `owner`), 1 done.
Reached once(Call &call) {
  Executor &x = call.x;
  SyncObject *flag = x.findSync(call[0]);
  if (flag && flag->count == 2 && flag->owner == x.current) {
    // The routine has returned to here.
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

Reached zero(Call &call) {
  return call.done(0);
}

constexpr LibraryFunction functions[] = {
    {"sem_init", semaphoreInit},
    {"sem_destroy", destroy<SyncKind::Semaphore>},
    {"sem_wait", semaphoreWait},
    {"sem_trywait", semaphoreTry<Op::SemTryWait, EAGAIN>},
    {"sem_timedwait", semaphoreTry<Op::SemTimedWait, ETIMEDOUT>},
    {"sem_clockwait", semaphoreTry<Op::SemTimedWait, ETIMEDOUT>},
    {"sem_post", semaphorePost},
    {"sem_getvalue", semaphoreValue},
    {"pthread_barrier_init", barrierInit},
    {"pthread_barrier_destroy", destroy<SyncKind::Barrier>},
    {"pthread_barrier_wait", barrierWait},
    {"pthread_barrierattr_init", zero},
    {"pthread_barrierattr_destroy", zero},
    {"pthread_rwlock_init", rwInit},
    {"pthread_rwlock_destroy", destroy<SyncKind::RwLock>},
    {"pthread_rwlock_rdlock", rwLock<false, false>},
    {"pthread_rwlock_wrlock", rwLock<true, false>},
    {"pthread_rwlock_tryrdlock", rwLock<false, true>},
    {"pthread_rwlock_trywrlock", rwLock<true, true>},
    {"pthread_rwlock_unlock", rwUnlock},
    {"pthread_rwlockattr_init", zero},
    {"pthread_rwlockattr_destroy", zero},
    {"pthread_once", once},
};

} // namespace

std::span<const LibraryFunction> waitingFunctions() {
  return functions;
}

} // namespace heddle::vm
