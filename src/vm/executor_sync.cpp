// Synchronisation objects, happens-before, and which operations are enabled.
#include "vm/executor.h"

#include "vm/spin.h"

#include <algorithm>

namespace heddle::vm {

std::string_view name(SyncKind kind) {
  switch (kind) {
  case SyncKind::None:
    return "nothing";
  case SyncKind::Mutex:
    return "mutex";
  case SyncKind::Condition:
    return "condition variable";
  case SyncKind::RwLock:
    return "read-write lock";
  case SyncKind::Spin:
    return "spinlock";
  case SyncKind::Barrier:
    return "barrier";
  case SyncKind::Semaphore:
    return "semaphore";
  case SyncKind::Once:
    return "once flag";
  case SyncKind::ReadHold:
    return "hold of a read-write lock";
  case SyncKind::Atomic:
    return "atomic";
  }
  return "";
}

SyncObject *Executor::findSync(Address address) {
  const Object *object = memory.find(address);
  if (!object)
    return nullptr;
  for (std::uint32_t i = object->sync; i; i = syncs[i - 1].next)
    if (syncs[i - 1].address == address && syncs[i - 1].kind != SyncKind::ReadHold)
      return &syncs[i - 1];
  return nullptr;
}

SyncObject *Executor::findReadHold(Address address, ThreadId reader) {
  const Object *object = memory.find(address);
  for (std::uint32_t i = object ? object->sync : 0; i; i = syncs[i - 1].next)
    if (syncs[i - 1].kind == SyncKind::ReadHold && syncs[i - 1].address == address &&
        syncs[i - 1].reader == reader)
      return &syncs[i - 1];
  return nullptr;
}

SyncObject &Executor::makeSync(Address address, SyncKind kind) {
  const Object *object = memory.find(address);
  SyncObject fresh;
  fresh.address = address;
  fresh.kind = kind;
  fresh.next = object->sync;
  SyncObject &made = syncs.add(fresh);
  memory.change(idOf(object->base)).sync = static_cast<std::uint32_t>(syncs.size());
  return made;
}

void Executor::acquire(const SyncObject &from) {
  clocks.join(thread->core.clock, from.clock);
}

void Executor::release(SyncObject &to) {
  clocks.join(to.clock, thread->core.clock);
  clocks.tick(thread->core.clock, current);
}

void Executor::fence(bool acquires, bool releases) {
  ThreadCore &core = thread->core;
  if (acquires)
    clocks.join(core.clock, core.acquired);
  if (releases) {
    clocks.assign(core.released, core.clock);
    clocks.tick(core.clock, current);
  }
}

// A release store starts a new release sequence, an update goes on with the one that is there, a
// relaxed store ends it unless a fence went before (C11 5.1.2.4, 7.17.4).
void Executor::orderAtomic(Address address, AccessKind kind, Ordering ordering) {
  ThreadCore &core = thread->core;
  SyncObject *location = findSync(address);
  if (kind != AccessKind::Write && location) {
    if (ordering.acquire)
      clocks.join(core.clock, location->clock);
    else
      clocks.join(core.acquired, location->clock);
  }
  if (kind == AccessKind::Read)
    return;
  const Clock &published = ordering.release ? core.clock : core.released;
  if (!location) {
    if (!published.size)
      return;
    location = &makeSync(address, SyncKind::Atomic);
  }
  if (core.rounds && location->clock.size) // It may be lost later in the round, if it is not now.
    hideRelease(*location);
  if (kind == AccessKind::Write)
    clocks.assign(location->clock, published);
  else
    clocks.join(location->clock, published);
  if (ordering.release)
    clocks.tick(core.clock, current);
}

void Executor::hideRelease(const SyncObject &location) {
  if (isTrial)
    return;
  const Clock &clock = location.clock;
  hiddenReleases.emplace_back(location.address,
                              std::vector<std::uint32_t>(clock.ticks, clock.ticks + clock.size));
}

/// Who reads what a plain write left acquires nothing from the atomic writes before it.
void Executor::forgetReleases(const Object &object, Address address, std::uint64_t size) {
  for (std::uint32_t i = object.sync; i; i = syncs[i - 1].next)
    if (SyncObject &one = syncs[i - 1];
        one.kind == SyncKind::Atomic && one.address - address < size && one.clock.size) {
      if (thread->core.rounds)
        hideRelease(one);
      clocks.assign(one.clock, Clock{});
    }
}

bool Executor::holdsLock(ThreadId which) const {
  for (std::size_t i = 0; i < syncs.size(); ++i)
    if (syncs[i].isHeldBy(which))
      return true;
  return false;
}

std::vector<ThreadId> Executor::waitersOn(Address condition) const {
  std::vector<ThreadId> result;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (!threads[i] || threads[i]->core.status != ThreadStatus::Ready)
      continue;
    const Pending &pending = threads[i]->core.pending;
    const bool waits =
        pending.kind == program::OpKind::Wait || pending.kind == program::OpKind::TimedWait;
    if (waits && pending.phase == Phase::Waiting && pending.address == condition)
      result.push_back(static_cast<ThreadId>(i));
  }
  // By name: a test says which of them a signal wakes.
  std::sort(result.begin(), result.end(),
            [this](ThreadId a, ThreadId b) { return names.isBefore(a, b); });
  return result;
}

std::uint32_t Executor::alternatives(ThreadId which, const Pending &operation) {
  using Op = program::OpKind;
  if (operation.kind < Op::Lock)
    return 1; // An access of memory waits for nobody.
  const bool isSync = operation.address && operation.kind != Op::Join;
  const SyncObject *sync = isSync ? findSync(operation.address) : nullptr;
  // Misuse is found when the operation is tried, so it must be enabled.
  auto isFree = [&](const SyncObject *lock) {
    return !lock || lock->destroyed || lock->owner == noThread || lock->owner == which;
  };
  auto mutexBack = [&] {
    const SyncObject *mutex = findSync(operation.second);
    return isFree(mutex) ? 1u : 0u;
  };
  auto readable = [&] { return !sync || sync->destroyed || sync->owner == noThread; };
  auto writable = [&] { return readable() && (!sync || sync->destroyed || sync->count == 0); };
  // A wait that is a cancellation point ends when the thread is asked to.
  const bool ends = isCancelled(threads[which]->core);
  switch (operation.kind) {
  case Op::Lock:
    return isFree(sync);
  case Op::TimedLock:
    // Either it gets the lock or it gives up; it may give up at once even if the lock is free.
    return isFree(sync) ? 2 : 1;
  case Op::Wait:
  case Op::TimedWait:
    switch (operation.phase) {
    case Phase::Waiting:
      return (operation.kind == Op::TimedWait ? 1u : 0u) + (options.spurious ? 1u : 0u);
    case Phase::Woken:
    case Phase::TimedOut:
      return mutexBack();
    default:
      return 1;
    }
  case Op::Signal:
    return std::max<std::uint32_t>(1,
                                   static_cast<std::uint32_t>(waitersOn(operation.address).size()));
  case Op::ReadLock:
    return readable() || sync->owner == which;
  case Op::WriteLock:
    return writable() || sync->owner == which;
  case Op::TimedReadLock:
    return readable() ? 2 : 1;
  case Op::TimedWriteLock:
    return writable() ? 2 : 1;
  case Op::SemWait:
    return !sync || sync->destroyed || sync->count > 0 || ends;
  case Op::SemTimedWait:
    return sync && !sync->destroyed && sync->count > 0 ? 2 : 1;
  case Op::BarrierWait:
    return operation.phase == Phase::Waiting ? 0 : 1;
  case Op::Once:
    return !sync || sync->owner == noThread || sync->count == 1;
  case Op::Join: {
    const ThreadId target = names.fromHandle(operation.address);
    if (target == noThread || target >= threads.size() || !threads[target] || target == which)
      return 1;
    const ThreadCore &other = threads[target]->core;
    return other.status == ThreadStatus::Finished || other.detached || other.joined || ends;
  }
  default:
    return 1;
  }
}

} // namespace heddle::vm
