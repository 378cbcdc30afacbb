// Mutexes and spinlocks.
#include "vm/library.h"
#include "vm/locks.h"

#include <cerrno>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

MutexType typeOf(std::uint64_t number) {
  switch (number & 0xFF) { // Other attributes stand above it.
  case 1:
    return MutexType::Recursive;
  case 2:
    return MutexType::ErrorCheck;
  default:
    return MutexType::Normal;
  }
}

/// Where glibc keeps the type in a statically initialised mutex.
constexpr Address typeOffset = 16;

} // namespace

SyncObject *lockAt(Call &call, Address address, SyncKind kind) {
  Executor &x = call.x;
  SyncObject *lock = x.findSync(address);
  const std::string what(name(kind));
  if (lock && lock->destroyed) {
    call.fail(FaultKind::LockMisuse, "use of a destroyed " + what);
    return nullptr;
  }
  if (lock && lock->kind == kind)
    return lock;
  // Not seen yet: it must be one that was initialised statically.
  const Object *object = x.memory.find(address);
  const std::uint64_t size = 4;
  if (!object || !object->live || !object->inScope || address < object->base ||
      address - object->base + size > object->size) {
    x.touch(call.pc, address, size, AccessKind::Read);
    if (!x.stopped())
      call.fail(FaultKind::InvalidPointer, "no " + what + " at this address");
    return nullptr;
  }
  if (!x.memory.isWritten(*object, address, size)) {
    call.fail(FaultKind::LockMisuse, "use of a " + what + " that was never initialised");
    return nullptr;
  }
  MutexType type = MutexType::Normal;
  if (kind == SyncKind::Mutex) {
    const std::optional<std::uint64_t> number = call.glance(address + typeOffset, 4);
    if (!number)
      return nullptr;
    type = typeOf(*number);
  }
  SyncObject &made = x.makeSync(address, kind);
  made.type = type;
  return &made;
}

void takeLock(Call &call, SyncObject &lock) {
  Executor &x = call.x;
  x.changeSync(lock);
  lock.owner = x.current;
  ++lock.count;
  lock.lockedAt = x.userLocation(*x.thread);
  x.acquire(lock);
}

void dropLock(Call &call, SyncObject &lock) {
  Executor &x = call.x;
  x.changeSync(lock);
  if (--lock.count == 0)
    lock.owner = noThread;
  x.release(lock);
}

namespace {

template <SyncKind Kind> Reached lock(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::Lock, call[0]))
    return Reached::Stopped;
  SyncObject *mutex = lockAt(call, call[0], Kind);
  if (!mutex)
    return Reached::Stopped;
  if (mutex->owner == x.current) {
    if (mutex->type == MutexType::ErrorCheck) {
      call.note(Op::Lock, call[0], EDEADLK);
      return call.done(EDEADLK);
    }
    if (mutex->type == MutexType::Normal)
      return call.fail(FaultKind::LockMisuse,
                       "relock of a " + std::string(name(Kind)) + " by the thread that holds it");
  }
  takeLock(call, *mutex);
  call.note(Op::Lock, call[0]);
  return call.done(0);
}

template <SyncKind Kind> Reached tryLock(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::TryLock, call[0]))
    return Reached::Stopped;
  SyncObject *mutex = lockAt(call, call[0], Kind);
  if (!mutex)
    return Reached::Stopped;
  const bool mine = mutex->owner == x.current && mutex->type == MutexType::Recursive;
  const bool free = mutex->owner == noThread || mine;
  if (free)
    takeLock(call, *mutex);
  call.note(Op::TryLock, call[0], free ? 0 : EBUSY);
  return call.done(free ? 0 : EBUSY);
}

Reached timedLock(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::TimedLock, call[0]))
    return Reached::Stopped;
  SyncObject *mutex = lockAt(call, call[0], SyncKind::Mutex);
  if (!mutex)
    return Reached::Stopped;
  const bool mine = mutex->owner == x.current;
  if (mine && mutex->type == MutexType::ErrorCheck) {
    call.note(Op::TimedLock, call[0], EDEADLK);
    return call.done(EDEADLK);
  }
  const bool free = mutex->owner == noThread || (mine && mutex->type == MutexType::Recursive);
  const bool takes = free && x.chosen() == 0;
  if (takes)
    takeLock(call, *mutex);
  call.note(Op::TimedLock, call[0], takes ? 0 : ETIMEDOUT);
  return call.done(takes ? 0 : ETIMEDOUT);
}

template <SyncKind Kind> Reached unlock(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::Unlock, call[0]))
    return Reached::Stopped;
  SyncObject *mutex = lockAt(call, call[0], Kind);
  if (!mutex)
    return Reached::Stopped;
  if (mutex->owner != x.current) {
    if (mutex->type == MutexType::ErrorCheck) {
      call.note(Op::Unlock, call[0], EPERM);
      return call.done(EPERM);
    }
    return call.fail(FaultKind::LockMisuse,
                     mutex->owner == noThread
                         ? "unlock of a " + std::string(name(Kind)) + " that is not locked"
                         : "unlock of a " + std::string(name(Kind)) + " that " +
                               x.names.shown(mutex->owner) + " holds");
  }
  dropLock(call, *mutex);
  call.note(Op::Unlock, call[0]);
  return call.done(0);
}

template <SyncKind Kind> Reached init(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::SyncInit, call[0]))
    return Reached::Stopped;
  const unsigned size = Kind == SyncKind::Mutex ? 40 : 4;
  const Executor::Together together(x, true);
  std::optional<std::uint64_t> attributes = 0;
  if (Kind == SyncKind::Mutex && call[1])
    attributes = call.glance(call[1], 4);
  if (!attributes)
    return Reached::Stopped;
  std::uint8_t *bytes = call.write(call[0], size);
  if (!bytes)
    return Reached::Stopped;
  std::memset(bytes, 0, size);
  SyncObject *known = x.findSync(call[0]);
  if (known && known->owner != noThread && !known->destroyed)
    return call.fail(FaultKind::LockMisuse,
                     "initialisation of a " + std::string(name(Kind)) + " that is locked");
  SyncObject &mutex = known ? *known : x.makeSync(call[0], Kind);
  x.changeSync(mutex);
  mutex.kind = Kind;
  mutex.destroyed = false;
  mutex.owner = noThread;
  mutex.count = 0;
  mutex.type = typeOf(*attributes);
  call.note(Op::SyncInit, call[0]);
  return call.done(0);
}

template <SyncKind Kind> Reached destroy(Call &call) {
  Executor &x = call.x;
  if (!call.granted(Op::SyncDestroy, call[0]))
    return Reached::Stopped;
  SyncObject *mutex = lockAt(call, call[0], Kind);
  if (!mutex)
    return Reached::Stopped;
  if (mutex->owner != noThread)
    return call.fail(FaultKind::LockMisuse, "destruction of a locked " + std::string(name(Kind)));
  x.changeSync(*mutex);
  mutex->destroyed = true;
  call.note(Op::SyncDestroy, call[0]);
  return call.done(0);
}

constexpr LibraryFunction functions[] = {
    {"pthread_mutex_lock", lock<SyncKind::Mutex>},
    {"pthread_mutex_trylock", tryLock<SyncKind::Mutex>},
    {"pthread_mutex_timedlock", timedLock},
    {"pthread_mutex_clocklock", timedLock},
    {"pthread_mutex_unlock", unlock<SyncKind::Mutex>},
    {"pthread_mutex_init", init<SyncKind::Mutex>},
    {"pthread_mutex_destroy", destroy<SyncKind::Mutex>},
    {"pthread_spin_lock", lock<SyncKind::Spin>},
    {"pthread_spin_trylock", tryLock<SyncKind::Spin>},
    {"pthread_spin_unlock", unlock<SyncKind::Spin>},
    {"pthread_spin_init", init<SyncKind::Spin>},
    {"pthread_spin_destroy", destroy<SyncKind::Spin>},
};

} // namespace

std::span<const LibraryFunction> mutexFunctions() {
  return functions;
}

} // namespace heddle::vm
