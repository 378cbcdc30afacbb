// The dependency relation: which operation touches what, and how. This is the only place that says
// so; docs/strategies.md has it as a table for people.
#include "vm/effects.h"

#include "vm/executor.h"
#include "vm/image.h"

namespace heddle::vm {

using Op = program::OpKind;

bool wasOpen(Gate gate, ThreadId who, const Effect &found) {
  const bool unowned = found.other == noThread || found.other == who;
  switch (gate) {
  case Gate::Mutex:
  case Gate::Reading:
    return unowned;
  case Gate::Writing:
    return unowned && found.count == 0;
  case Gate::Count:
    return found.count > 0;
  case Gate::Once:
    return found.count != 2;
  default:
    return true;
  }
}

void Executor::noteEffect(EffectKind kind, Address address, std::uint64_t size, Gate gate) {
  if (!notesEffects() || isTrial || solo)
    return;
  Effect effect;
  effect.address = address;
  effect.size = static_cast<std::uint32_t>(size);
  effect.thread = current;
  effect.kind = kind;
  effect.gate = gate;
  if (size == 1)
    if (const SyncObject *sync = findSync(address)) {
      effect.other = sync->destroyed ? noThread : sync->owner;
      effect.count = sync->count;
    }
  effects.push_back(effect);
}

void Executor::noteAccessEffect(Address address, std::uint64_t size, AccessKind kind,
                                const std::uint8_t *bytes) {
  Effect effect;
  effect.address = address;
  effect.size = static_cast<std::uint32_t>(size);
  effect.thread = current;
  // In a loop it matters whether a store changes anything (rounds.h).
  const bool isBlind = kind == AccessKind::Write && !thread->core.rounds;
  effect.kind = kind == AccessKind::Read ? EffectKind::Read
                : isBlind                ? EffectKind::Store
                                         : EffectKind::Write;
  effect.tries = exchanges ? Gate::Unknown : Gate::None;
  effect.isFound = bytes && size <= 8;
  if (effect.isFound)
    std::memcpy(&effect.before, bytes, size);
  if (forecastNow) [[unlikely]] {
    for (const Forecast::Place &place : forecasts[forecastNow - 1].places)
      if (place.cell.address == address && place.cell.size == size) {
        effect.gate = Gate::Loop;
        effect.count = forecastNow;
      }
    forecastNow = 0;
  }
  effects.push_back(effect);
}

void Executor::noteOrder(ThreadId from, ThreadId to, bool replaces) {
  if (!notesEffects() || isTrial)
    return;
  Effect effect;
  effect.kind = EffectKind::Order;
  if (replaces)
    effect.address = threads[to]->core.pending.address;
  effect.thread = from;
  effect.other = to;
  effect.replaces = replaces;
  effects.push_back(effect);
}

void Executor::noteOperation(const Pending &operation) {
  if (!notesEffects() || isTrial || solo)
    return;
  forecastNow = 0;
  const Address at = operation.address;
  const SyncObject *sync = at ? findSync(at) : nullptr;
  const bool free = !sync || sync->destroyed || sync->owner == noThread || sync->owner == current;
  const bool unread = free && (!sync || sync->destroyed || sync->count == 0);
  auto mode = [](bool writes) { return writes ? EffectKind::Write : EffectKind::Read; };
  // A failed attempt only looks; so does whoever finds nothing to do.
  auto attempt = [&](bool writes, Gate gate) {
    noteEffect(mode(writes), at);
    effects.back().tries = gate;
  };
  switch (operation.kind) {
  case Op::Lock:
    return noteEffect(EffectKind::Write, at, 1, Gate::Mutex);
  case Op::TryLock:
  case Op::TimedLock:
  case Op::TryReadLock:
  case Op::TimedReadLock:
    return attempt(free, Gate::Mutex);
  case Op::TryWriteLock:
  case Op::TimedWriteLock:
    return attempt(unread, Gate::Writing);
  case Op::ReadLock:
    return noteEffect(EffectKind::Write, at, 1, Gate::Reading);
  case Op::WriteLock:
    return noteEffect(EffectKind::Write, at, 1, Gate::Writing);
  case Op::Wait:
  case Op::TimedWait:
    noteEffect(EffectKind::Read, names.handle(current));
    noteEffect(EffectKind::Write, at);
    if (operation.second) // Who waits for a word of memory has no mutex.
      noteEffect(EffectKind::Write, operation.second);
    return;
  case Op::Signal:
  case Op::Broadcast:
    return attempt(!waitersOn(at).empty(), Gate::Unknown);
  case Op::SemWait:
    noteEffect(EffectKind::Read, names.handle(current));
    return noteEffect(EffectKind::Write, at, 1, Gate::Count);
  case Op::SemTimedWait:
    noteEffect(EffectKind::Read, names.handle(current));
    return attempt(sync && sync->count, Gate::Count);
  case Op::SemTryWait:
    return attempt(sync && sync->count, Gate::Count);
  case Op::BarrierWait:
    // Only who is last matters, and who could be: those before commute.
    noteEffect(mode(!sync || sync->count + 2 >= sync->needed), at);
    effects.back().changes = true;
    return;
  case Op::Once:
    noteEffect(mode(!sync || sync->count != 1), at, 1, Gate::Once);
    effects.back().tries = Gate::Once;
    return;
  case Op::AtomicBegin:
    if (operation.second) // What its locks meet is all.
      return;
    // Sections order accesses like a lock. If nobody looks at that order, they do not meet.
    return noteEffect(mode(options.looksFor(FaultKind::DataRace)), cell::sections, 1,
                      Gate::Unknown);
  case Op::Yield:
    return noteEffect(EffectKind::Read, at);
  case Op::Free:
    if (const Object *object = memory.find(at)) {
      noteEffect(EffectKind::Write, object->base, object->size ? object->size : 1);
      noteEffect(EffectKind::Write, object->base + cell::lifeOffset);
    }
    return;
  case Op::Detach: // Says itself whom.
    return;
  default: // Unlock, RwUnlock, SemPost, SyncInit, SyncDestroy, Cancel.
    return noteEffect(EffectKind::Write, at);
  }
}

void Executor::noteStillWaiting(ThreadId which) {
  if (image.cancels())
    noteEffect(EffectKind::Read, names.handle(which));
}

void Executor::noteEnd(const Object &object) {
  if (!tracks || !object.shared || !object.size)
    return;
  noteEffect(EffectKind::Write, object.base, object.size);
  noteEffect(EffectKind::Write, object.base + cell::lifeOffset);
}

bool Executor::pendingEffects(ThreadId which, std::vector<Effect> &out) {
  const Pending pending = threads[which]->core.pending;
  const ThreadId before = current;
  const std::size_t size = effects.size();
  current = which;
  const bool wasSolo = solo;
  solo = false;
  const bool back = pending.phase == Phase::Woken || pending.phase == Phase::TimedOut;
  if (back && (pending.kind == Op::Wait || pending.kind == Op::TimedWait)) {
    if (pending.second)
      noteEffect(EffectKind::Write, pending.second, 1, Gate::Mutex);
  }
  if (pending.phase == Phase::Start && pending.kind != Op::Join)
    noteOperation(pending);
  solo = wasSolo;
  current = before;
  out.assign(effects.begin() + static_cast<std::ptrdiff_t>(size), effects.end());
  effects.resize(size);
  return !out.empty();
}

} // namespace heddle::vm
