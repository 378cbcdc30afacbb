// Read-write locks. `count` is how often it is held for reading, by whomever; how often by one
// thread is a hold of its own, since a thread may take it several times.
#include "vm/library.h"
#include "vm/locks.h"

#include <cerrno>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

Reached init(Call &call) {
  return initialiseSync(call, SyncKind::RwLock, 56) ? call.done(0) : Reached::Stopped;
}

void takeForReading(Call &call, SyncObject &lock) {
  Executor &x = call.x;
  SyncObject *hold = x.findReadHold(lock.address, x.current);
  if (!hold) {
    hold = &x.makeSync(lock.address, SyncKind::ReadHold);
    hold->reader = x.current;
  }
  x.changeSync(*hold);
  ++hold->count;
  x.changeSync(lock);
  ++lock.count;
  lock.lockedAt = x.userLocation(*x.thread);
  x.acquire(lock);
}

void takeForWriting(Call &call, SyncObject &lock) {
  Executor &x = call.x;
  x.changeSync(lock);
  lock.owner = x.current;
  lock.lockedAt = x.userLocation(*x.thread);
  x.acquire(lock);
  x.clocks.join(x.thread->core.clock, lock.readClock);
}

enum class How : std::uint8_t { Waits, Tries, Timed };

constexpr Op kindOf(bool writes, How how) {
  switch (how) {
  case How::Tries:
    return writes ? Op::TryWriteLock : Op::TryReadLock;
  case How::Timed:
    return writes ? Op::TimedWriteLock : Op::TimedReadLock;
  default:
    return writes ? Op::WriteLock : Op::ReadLock;
  }
}

template <bool Writes, How Way> Reached lock(Call &call) {
  Executor &x = call.x;
  constexpr Op kind = kindOf(Writes, Way);
  if (!call.granted(kind, call[0]))
    return Reached::Stopped;
  SyncObject *lock = lockAt(call, call[0], SyncKind::RwLock);
  if (!lock)
    return Reached::Stopped;
  if (lock->owner == x.current && Way == How::Waits)
    return call.fail(FaultKind::LockMisuse,
                     "relock of a read-write lock by the thread that holds it for writing");
  const bool free = lock->owner == noThread && (!Writes || lock->count == 0);
  const bool takes = free && (Way != How::Timed || x.chosen() == 0);
  if (takes && Writes)
    takeForWriting(call, *lock);
  else if (takes)
    takeForReading(call, *lock);
  const int error = Way == How::Timed ? (lock->owner == x.current ? EDEADLK : ETIMEDOUT) : EBUSY;
  const std::uint64_t result = takes ? 0 : static_cast<std::uint64_t>(error);
  call.note(kind, call[0], result);
  return call.done(result);
}

Reached unlock(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::RwUnlock, call[0]))
    return Reached::Stopped;
  SyncObject *lock = lockAt(call, call[0], SyncKind::RwLock);
  if (!lock)
    return Reached::Stopped;
  SyncObject *hold = x.findReadHold(call[0], x.current);
  if (lock->owner == x.current) {
    x.changeSync(*lock);
    lock->owner = noThread;
    x.release(*lock);
  } else if (hold && hold->count) {
    x.changeSync(*lock);
    x.changeSync(*hold);
    --lock->count;
    --hold->count;
    x.clocks.join(lock->readClock, x.thread->core.clock);
    x.clocks.tick(x.thread->core.clock, x.current);
  } else {
    return call.fail(FaultKind::LockMisuse,
                     "unlock of a read-write lock that this thread does not hold");
  }
  call.note(Op::RwUnlock, call[0]);
  return call.done(0);
}

constexpr LibraryFunction functions[] = {
    {"pthread_rwlock_init", init},
    {"pthread_rwlock_destroy", destroySync<SyncKind::RwLock>},
    {"pthread_rwlock_rdlock", lock<false, How::Waits>},
    {"pthread_rwlock_wrlock", lock<true, How::Waits>},
    {"pthread_rwlock_tryrdlock", lock<false, How::Tries>},
    {"pthread_rwlock_trywrlock", lock<true, How::Tries>},
    {"pthread_rwlock_timedrdlock", lock<false, How::Timed>},
    {"pthread_rwlock_timedwrlock", lock<true, How::Timed>},
    {"pthread_rwlock_clockrdlock", lock<false, How::Timed>},
    {"pthread_rwlock_clockwrlock", lock<true, How::Timed>},
    {"pthread_rwlock_unlock", unlock},
};

} // namespace

std::span<const LibraryFunction> rwLockFunctions() {
  return functions;
}

} // namespace heddle::vm
