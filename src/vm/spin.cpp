#include "vm/spin.h"

#include "vm/image.h"

#include <algorithm>
#include <map>

namespace heddle::vm {

namespace {

using expr::Ref;

constexpr std::int64_t longestTrial = 4000; ///< Instructions; a longer iteration is no spin.

/// What an iteration does. Undecided: that depends on inputs.
enum class Outcome : std::uint8_t { Spins, Acts, Undecided };

/// What the world looks like, as far as a spin must leave it alone.
struct Snapshot {
  std::vector<SyncObject> syncs;
  std::vector<ThreadCore> cores;
  Executor::Globals globals;
  std::size_t exitHandlers = 0;
};

Snapshot look(const Executor &x) {
  Snapshot result;
  for (std::size_t i = 0; i < x.syncs.size(); ++i)
    result.syncs.push_back(x.syncs[i]);
  for (const auto &thread : x.threads)
    result.cores.push_back(thread ? thread->core : ThreadCore{});
  result.globals = x.globals;
  result.exitHandlers = x.exitHandlers.size();
  return result;
}

bool sameSync(const SyncObject &a, const SyncObject &b) {
  return a.kind == b.kind && a.destroyed == b.destroyed && a.owner == b.owner &&
         a.count == b.count && a.round == b.round;
}

bool sameElsewhere(const Snapshot &a, const Snapshot &b, ThreadId self) {
  for (std::size_t i = 0; i < b.syncs.size(); ++i) {
    if (i < a.syncs.size() ? !sameSync(a.syncs[i], b.syncs[i])
                           : b.syncs[i].owner != noThread || b.syncs[i].count)
      return false;
  }
  if (a.cores.size() != b.cores.size())
    return false;
  for (std::size_t i = 0; i < a.cores.size(); ++i) {
    if (i == self) {
      if (a.cores[i].children != b.cores[i].children || a.cores[i].depth != b.cores[i].depth ||
          a.cores[i].clockCalls != b.cores[i].clockCalls)
        return false;
    } else if (a.cores[i].status != b.cores[i].status ||
               a.cores[i].pending.phase != b.cores[i].pending.phase ||
               a.cores[i].detached != b.cores[i].detached ||
               a.cores[i].cancelRequested != b.cores[i].cancelRequested) {
      return false;
    }
  }
  return a.globals.keys == b.globals.keys && a.exitHandlers == b.exitHandlers;
}

/// A byte of memory: plain, symbolic or undefined.
struct Byte {
  Address address = 0;
  bool isPlain = false;
  std::uint8_t value = 0;
  Ref node = nullptr;
};

Byte byteAt(const Executor &x, const Object &object, Address address) {
  if (x.memory.isWritten(object, address, 1))
    return {address, true, *x.memory.read(object, address), nullptr};
  return {address, false, 0, x.symbolic.byteAt(address)};
}

/// The bytes that were touched since the mark, as they are now. Objects that are gone again leave
/// no trace; a new one that is still there makes the iteration something else than a spin.
bool collect(Executor &x, std::size_t since, std::vector<Byte> &out) {
  bool fresh = false;
  const auto add = [&](Address from, std::uint64_t size) {
    const Object *object = x.memory.find(from);
    if (!object || !object->live || !object->inScope || !object->storage)
      return;
    const Address end = std::min(from + size, object->base + object->size);
    for (Address at = from; at < end; ++at)
      out.push_back(byteAt(x, *object, at));
  };
  x.memory.undo().forEachSince(since, [&](const UndoLog::Entry &entry) {
    if (entry.kind == UndoKind::ObjectNew) {
      const Object *object = x.memory.object(static_cast<ObjectId>(entry.key));
      fresh |= object && object->live && object->kind != ObjectKind::Inner;
    } else if (entry.kind == UndoKind::ObjectChange) {
      const Object *object = x.memory.object(static_cast<ObjectId>(entry.key));
      const auto *before = static_cast<const Object *>(entry.payload);
      fresh |= object && (object->live != before->live);
    } else if (entry.kind == UndoKind::Written) {
      add(entry.key, std::uint64_t{8} * entry.size); // A bit for each byte.
    } else if (entry.kind == UndoKind::Symbol) {
      add(entry.key, 1);
    } else if (entry.kind == UndoKind::Bytes) {
      add(entry.key, entry.size);
    }
  });
  return !fresh;
}

/// Whether the bytes are as they were, with what the trial has assumed.
Outcome compare(Executor &x, const std::vector<Byte> &after) {
  expr::Builder &b = x.symbolic.builder();
  for (const Byte &now : after) {
    const Object *object = x.memory.find(now.address);
    if (!object || !object->storage)
      return Outcome::Acts;
    const Byte before = byteAt(x, *object, now.address);
    if (before.isPlain && now.isPlain) {
      if (before.value != now.value)
        return Outcome::Acts;
      continue;
    }
    if (before.isPlain == now.isPlain && before.node == now.node)
      continue;
    if ((!before.isPlain && !before.node) || (!now.isPlain && !now.node))
      return Outcome::Acts; // One is undefined, the other is not.
    const auto nodeOf = [&](const Byte &byte) {
      return byte.isPlain ? b.constant(byte.value, 8) : byte.node;
    };
    switch (x.decideInTrial(b.equal(nodeOf(before), nodeOf(now)))) {
    case Executor::Side::True:
      break;
    case Executor::Side::False:
      return Outcome::Acts;
    case Executor::Side::Stopped:
      return Outcome::Undecided;
    }
  }
  return Outcome::Spins;
}

/// What the thread knows at the loop head: the values that live there, and all of its callers. An
/// iteration may leave the loop and come back by a loop around it, in this function or a caller.
std::vector<std::uint64_t> privateState(const Thread &thread, const Inst *head) {
  const std::vector<std::uint32_t> &variables = liveAt(head);
  const Frame &top = thread.top();
  std::vector<std::uint64_t> result;
  result.reserve(top.base + thread.core.depth + 3 * variables.size());
  for (std::uint32_t i = 0; i + 1 < thread.core.depth; ++i)
    result.push_back(reinterpret_cast<std::uint64_t>(thread.frames[i].pc));
  const std::uint64_t *r = thread.registers.data();
  result.insert(result.end(), r, r + top.base);
  r += top.base;
  for (const std::uint32_t variable : variables)
    result.push_back(r[variable]);
  // What they are besides their values. The frame may have become guarded in the loop.
  for (const std::uint32_t variable : variables) {
    result.push_back(top.guarded ? r[top.function->frameSize + variable] : 0);
    result.push_back(top.guarded ? r[2 * std::size_t{top.function->frameSize} + variable] : 0);
  }
  return result;
}

constexpr std::size_t mostTrials = 24; ///< Remembered, a thread.

/// The same state as `privateState` gives, compared on the way.
bool hasState(const Thread &thread, const Inst *head, const std::vector<std::uint64_t> &state) {
  const std::vector<std::uint32_t> &variables = liveAt(head);
  const Frame &top = thread.top();
  if (top.guarded)
    return privateState(thread, head) == state;
  const std::size_t callers = thread.core.depth - 1;
  if (state.size() != callers + top.base + 3 * variables.size())
    return false;
  for (std::size_t i = 0; i < callers; ++i)
    if (state[i] != reinterpret_cast<std::uint64_t>(thread.frames[i].pc))
      return false;
  const std::uint64_t *r = thread.registers.data();
  if (!std::equal(r, r + top.base, state.begin() + static_cast<std::ptrdiff_t>(callers)))
    return false;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (state[callers + top.base + i] != r[top.base + variables[i]])
      return false;
  return std::all_of(state.end() - static_cast<std::ptrdiff_t>(2 * variables.size()), state.end(),
                     [](std::uint64_t shadow) { return shadow == 0; });
}

bool holdsNow(const Executor &x, const TrialCell &cell) {
  return x.isReadable(cell.address) && x.isWritten(cell.address, cell.size) &&
         x.peek(cell.address, cell.size) == cell.value;
}

Outcome tryIteration(Executor &x, const Inst *pc, const std::vector<bool> &sides = {});

/// Whether what an iteration looks at may be a race: by now, or in another order.
bool mayRace(Executor &x, const KnownTrial &known, bool now) {
  if (!x.seeksRaces || !x.options.looksFor(FaultKind::DataRace))
    return false;
  const Clock *clock = now ? &x.thread->core.clock : nullptr;
  return std::ranges::any_of(known.reads, [&](const TrialCell &cell) {
    return cell.shared && x.races.mayRace(cell.address, cell.size, cell.plain, x.current, clock);
  });
}

/// Whether nobody else can act within the iteration that was tried. One that leads through a loop
/// around it is left to that one, so that it does not depend on the way where a thread waits.
bool isSingleStep(const Executor &x) {
  return x.trialSteps <= 1 && !x.trialOuter;
}

/// Tries one iteration and tells what it looked at. One of several visible operations does not
/// count: others may act between them, so that it is run, whatever comes of it.
bool watchIteration(Executor &x, const Inst *pc, Trial &trial) {
  const bool careful = x.careful;
  x.careful = true; // Every access shall be seen,
  x.clearWindows(); // also one to what was used before.
  x.trial = &trial;
  const bool spins = tryIteration(x, pc) == Outcome::Spins;
  x.trial = nullptr;
  x.careful = careful;
  return spins && isSingleStep(x);
}

/// Tries one iteration from the loop head the running thread stands at, or remembers having done
/// so. Only where effects are wanted: plain search shall not depend on memory. One that only spins
/// may still come to a race: `trialRaces` tells.
bool comesBack(Executor &x, const Inst *pc) {
  Thread &thread = *x.thread;
  x.trialMet = x.trialVisible = x.trialRaces = false;
  x.trialCondition = nullptr;
  if (!x.tracks)
    return tryIteration(x, pc) == Outcome::Spins && isSingleStep(x);
  const bool plain = !thread.top().guarded && !x.symbolic.hasBytes();
  for (const KnownTrial &known : thread.trials)
    if (plain && known.head == pc && known.pure && hasState(thread, pc, known.state) &&
        std::ranges::all_of(known.reads,
                            [&](const TrialCell &cell) { return holdsNow(x, cell); })) {
      x.trialVisible = known.visible;
      if (known.spins && mayRace(x, known, true))
        tryIteration(x, pc);
      return known.spins;
    }
  Trial trial;
  const bool spins = watchIteration(x, pc, trial);
  if (thread.trials.size() < mostTrials)
    thread.trials.emplace_back();
  KnownTrial &known = thread.trials[thread.nextTrial++ % mostTrials];
  known = {pc,    privateState(thread, pc), std::move(trial.reads),
           spins, plain && trial.pure,      x.trialVisible};
  return spins;
}

/// Whether an iteration leaves no trace: not even a race that nobody has seen.
bool onlySpins(Executor &x, const Inst *pc) {
  return comesBack(x, pc) && !x.trialRaces;
}

/// Whether the running thread, at the head of a loop, would spin if a place held this.
bool wouldSpinWith(Executor &x, const Inst *pc, const TrialCell &cell, std::uint64_t value) {
  const Executor::Mark mark = x.mark();
  std::memcpy(x.memory.write(idOf(cell.address), cell.address, cell.size), &value, cell.size);
  const bool result = comesBack(x, pc);
  x.back(mark);
  return result;
}

/// The remembered trial that spun when a place held this.
const KnownTrial *trialWith(const Executor &x, const Inst *pc, const TrialCell &cell,
                            std::uint64_t value) {
  for (const KnownTrial &known : x.thread->trials)
    if (known.head == pc && known.spins && known.pure && hasState(*x.thread, pc, known.state) &&
        std::ranges::any_of(known.reads, [&](const TrialCell &read) {
          return read.address == cell.address && read.size == cell.size && read.value == value;
        }))
      return &known;
  return nullptr;
}

/// Says for each place, if it held what it held before, whether the loop would spin.
void makeForecast(Executor &x, const Inst *pc, const std::vector<TrialCell> &cells) {
  ThreadCore &core = x.thread->core;
  core.forecast = 0;
  Forecast forecast;
  std::vector<std::uint64_t> values;
  for (const TrialCell &cell : cells) {
    values.clear();
    x.history(cell.address, cell.size, values);
    if (values.empty())
      continue;
    Forecast::Place place{cell, {}};
    for (const std::uint64_t value : values) {
      if (cell.size > 8)
        break;
      if (!wouldSpinWith(x, pc, cell, value)) {
        place.values.emplace_back(value, false);
      } else if (const KnownTrial *known = trialWith(x, pc, cell, value)) {
        if (!mayRace(x, *known, false)) // Then it may have been worth an iteration.
          place.values.emplace_back(value, true);
        for (const TrialCell &looked : known->reads)
          if (looked.shared)
            forecast.looked.push_back(looked);
      }
    }
    forecast.places.push_back(std::move(place));
  }
  if (forecast.places.empty())
    return;
  x.forecasts.push_back(std::move(forecast));
  core.forecast = static_cast<std::uint32_t>(x.forecasts.size());
}

/// The last outcome for the running thread as it stands: what was looked at.
const KnownTrial *lastTrial(const Executor &x, const Inst *pc, bool spins) {
  const KnownTrial *found = nullptr;
  for (const KnownTrial &known : x.thread->trials)
    if (known.head == pc && known.spins == spins && hasState(*x.thread, pc, known.state))
      found = &known;
  return found;
}

/// Lets the running thread go on, with every visible operation granted, until it comes to the head
/// of this loop; false if it does not. Nothing is undone.
bool runToHead(Executor &x, const Inst *from, const Inst *head, std::uint32_t depth,
               const std::vector<bool> &sides) {
  Thread &thread = *x.thread;
  const std::int64_t budget = x.budget;
  x.saveCore(thread);
  x.saveFrames(thread);
  x.forgetPlans();
  x.isTrial = true;
  x.blocked = false;
  x.trialFault = false;
  x.trialHead = head;
  x.trialDepth = depth;
  x.trialReturned = false;
  x.trialSteps = 0;
  x.trialWrites = false;
  x.trialOuter = false;
  x.trialSides = sides;
  x.trialAssumed.clear();
  x.trialCondition = nullptr;
  x.budget = longestTrial;
  from->run(from, thread.frameRegisters(thread.top()), &x);
  x.isTrial = false;
  x.trialHead = nullptr;
  x.budget = budget;
  x.resetStop();
  return x.trialReturned && !x.trialFault && !x.blocked;
}

/// Whether something that others can see was different for a while since then.
bool changesShared(Executor &x, std::size_t since) {
  std::map<Address, std::uint8_t> after; // An entry, from the youngest on.
  bool result = false;
  x.memory.undo().forEachSince(since, [&](const UndoLog::Entry &entry) {
    if (entry.kind == UndoKind::Raw)
      for (std::size_t i = 0; i < x.syncs.size(); ++i)
        result |= entry.key == reinterpret_cast<std::uint64_t>(&x.syncs[i]) &&
                  x.syncs[i].kind != SyncKind::Atomic;
    const Object *object = entry.kind == UndoKind::Bytes ? x.memory.find(entry.key) : nullptr;
    if (!object || !object->live || !object->storage || !object->shared)
      return;
    const auto *before = static_cast<const std::uint8_t *>(entry.payload);
    for (std::uint32_t i = 0; i < entry.size; ++i) {
      const Address at = entry.key + i;
      const auto [known, isNew] = after.try_emplace(at, *x.memory.read(*object, at));
      result |= known->second != before[i];
      known->second = before[i];
    }
  });
  return result;
}

/// Tries one iteration from the loop head the running thread stands at, and undoes it. Conditions
/// that can go both ways go as `sides` says, as far as it does.
Outcome tryIteration(Executor &x, const Inst *pc, const std::vector<bool> &sides) {
  Thread &thread = *x.thread;
  const std::vector<std::uint64_t> before = privateState(thread, pc);
  const Snapshot start = look(x);

  // What the trial saves goes with its log; what was saved before it stays saved.
  const std::uint32_t watermark = thread.watermark;
  const Executor::Mark mark = x.mark();
  bool spins = runToHead(x, pc + 1, pc, thread.core.depth, sides);
  std::vector<Byte> written;
  if (spins) {
    spins = hasState(thread, pc, before);
    spins = spins && sameElsewhere(start, look(x), x.current) && collect(x, mark.log, written);
  }
  x.trialWrites = x.trialWrites || changesShared(x, mark.log);
  x.back(mark);
  thread.watermark = watermark;
  if (!spins)
    return x.trialCondition ? Outcome::Undecided : Outcome::Acts;
  for (const Ref assumed : x.trialAssumed)
    x.symbolic.add(assumed);
  const Outcome result = compare(x, written);
  x.symbolic.shrink(mark.symbols);
  return result;
}

constexpr std::size_t mostSides = 3; ///< Conditions of one iteration that are gone through.

/// Whether an iteration that begins with these sides may only spin.
bool maySpin(Executor &x, const Inst *pc, std::vector<bool> sides) {
  const Outcome outcome = tryIteration(x, pc, sides);
  if (outcome != Outcome::Undecided || sides.size() == mostSides)
    return outcome == Outcome::Spins && isSingleStep(x);
  for (const bool side : {true, false}) {
    sides.push_back(side);
    if (maySpin(x, pc, sides))
      return true;
    sides.pop_back();
  }
  return false;
}

void await(Executor &x, const Inst *pc) {
  Pending pending;
  pending.kind = program::OpKind::Read;
  pending.phase = Phase::Await;
  pending.location = x.userLocation(*x.thread);
  x.thread->core.pending = pending;
  x.stopAt(pc);
}

} // namespace

bool reachLoopHead(Executor &x, const Inst *pc) {
  ThreadCore &core = x.thread->core;
  if (x.isTrial) {
    // The frame may have become guarded on the way.
    const CodeFunction &function = *x.thread->top().function;
    if (core.depth != x.trialDepth || function.indexOf(pc) != function.indexOf(x.trialHead)) {
      x.trialOuter |=
          core.depth < x.trialDepth ||
          (core.depth == x.trialDepth && function.indexOf(pc) < function.indexOf(x.trialHead));
      return true;
    }
    x.trialReturned = true;
    x.stopAt(pc);
    return false;
  }
  if (x.mayBranch && core.awaits) {
    if (x.decide(pc, static_cast<Ref>(core.branch)) == Executor::Side::Stopped)
      return false;
    core.awaits = false;
    await(x, pc);
    return false;
  }
  // A granted await goes into the iteration; its first visible operation uses the grant.
  if (x.mayAct || core.atomicDepth || core.passesHead) {
    core.passesHead = false;
    return true;
  }
  // Models do not wait by spinning.
  if (x.thread->top().function->isModel)
    return true;
  x.thread->top().pc = pc;
  if (x.solo) { // Nobody will ever change what it looks at.
    if (!x.suspects)
      return true;
    --x.suspects;
    if (tryIteration(x, pc) != Outcome::Spins || x.trialOuter)
      return true;
    core.cameToNothing = true;
    await(x, pc);
    return false;
  }
  if (x.options.rounds != Rounds::Free && cameToNothing(x, pc, privateState(*x.thread, pc))) {
    core.cameToNothing = true;
    await(x, pc);
    return false;
  }
  // A thread that will do something visible stands here, whether it would spin or not: if what it
  // looks at changes until its turn, a failed try is no step.
  if (!onlySpins(x, pc) && !x.trialVisible) {
    if (x.options.rounds != Rounds::Free || tryIteration(x, pc) != Outcome::Spins || x.trialOuter)
      return true;
    core.cameToNothing = true; // It could go on, but if nobody else can, it does so for ever.
  }
  await(x, pc);
  return false;
}

void Trial::saw(Address address, std::uint64_t size, bool isRead, bool isWrite, bool shared,
                bool atomic, const std::uint8_t *bytes, bool tries) {
  if (acts)
    return;
  if (size > 8 || reads.size() > 64 || writes.size() > 64) { // Large: perhaps a lock.
    pure = false;
    reads.push_back({address, static_cast<std::uint32_t>(size), shared, 0, !atomic, true});
    return;
  }
  const bool own = std::ranges::any_of(writes, [&](const auto &range) {
    return address < range.first + range.second && range.first < address + size;
  });
  const auto same = std::ranges::find_if(
      reads, [&](const TrialCell &cell) { return cell.address == address && cell.size == size; });
  const bool known = same != reads.end();
  if (known)
    same->plain |= !atomic;
  if (isRead && own && !known)
    pure = pure && std::ranges::any_of(writes, [&](const auto &range) {
             return range.first <= address && address + size <= range.first + range.second;
           });
  // Whether a write changes anything depends on what was there.
  if (!own && !known) {
    TrialCell cell{address, static_cast<std::uint32_t>(size), shared, 0, !atomic};
    if (bytes)
      std::memcpy(&cell.value, bytes, size);
    else
      pure = false;
    reads.push_back(cell);
  }
  if (isWrite)
    writes.emplace_back(address, size);
  for (TrialCell &cell : reads)
    if ((isWrite || tries) && cell.address < address + size && address < cell.address + cell.size)
      cell.mayWrite = true;
}

namespace {
void addCell(std::vector<TrialCell> &cells, const TrialCell &cell) {
  if (std::ranges::none_of(cells, [&](const TrialCell &other) {
        return other.address == cell.address && other.size == cell.size;
      }))
    cells.push_back(cell);
}

/// Notes what the next iteration looks at first, whether it spins or not. The rest are steps of
/// their own.
void noteNext(Executor &x, const Inst *pc) {
  Trial trial;
  watchIteration(x, pc, trial);
  for (const TrialCell &cell : trial.reads) {
    if (!cell.shared)
      continue;
    Effect effect;
    effect.address = cell.address;
    effect.size = cell.size;
    effect.thread = x.current;
    effect.gate = Gate::Loop;
    effect.tries = cell.mayWrite ? Gate::Unknown : Gate::None;
    effect.plain = cell.plain;
    effect.count = 1;
    x.effects.push_back(effect);
    return;
  }
}
} // namespace

void noteAwait(Executor &x, ThreadId which) {
  const ThreadId before = x.current;
  x.current = which;
  x.thread = x.threads[which].get();
  x.updateSolo();
  const Inst *pc = x.thread->top().pc;
  if (x.looksAgain) {
    noteNext(x, pc);
    x.current = before;
    x.thread = x.threads[before].get();
    x.clearWindows();
    return;
  }
  std::vector<TrialCell> cells;
  for (const KnownTrial &known : x.thread->trials)
    if (known.head == pc && known.spins && hasState(*x.thread, pc, known.state))
      for (const TrialCell &cell : known.reads)
        if (cell.shared)
          addCell(cells, cell);
  const KnownTrial *acts = lastTrial(x, pc, false);
  const bool unknown = cells.empty() && !acts;
  std::vector<TrialCell> looked = cells;
  if (cells.empty() && acts) // What it looks at first decides.
    for (const TrialCell &cell : acts->reads)
      if (cell.shared && looked.empty())
        looked.push_back(cell);
  x.saveCore(*x.thread);
  if (x.history && !x.thread->top().guarded)
    makeForecast(x, pc, looked);
  // Whether it would spin with an earlier value depends on all that it then looks at.
  if (const std::uint32_t number = x.thread->core.forecast)
    for (const TrialCell &cell : x.forecasts[number - 1].looked)
      addCell(cells, cell);
  for (const TrialCell &cell : cells) {
    Effect effect;
    effect.address = cell.address;
    effect.size = cell.size;
    effect.thread = which;
    effect.gate = Gate::Loop;
    effect.count = x.thread->core.forecast;
    x.effects.push_back(effect);
  }
  if (unknown) { // It could not be remembered: anything may matter.
    Effect effect;
    effect.size = Effect::everything;
    effect.thread = which;
    effect.gate = Gate::Unknown;
    x.effects.push_back(effect);
  }
  x.current = before;
  x.thread = x.threads[before].get();
  x.clearWindows();
}

bool wouldComeToNothing(Executor &x, ThreadId which) {
  const ThreadId before = x.current;
  x.current = which;
  x.thread = x.threads[which].get();
  x.updateSolo();
  x.trialRaces = false;
  Thread &thread = *x.thread;
  // One that leads through a loop around it comes to that.
  const bool result = tryIteration(x, thread.top().pc) == Outcome::Spins && !x.trialOuter;
  x.current = before;
  x.thread = x.threads[before].get();
  x.clearWindows();
  return result;
}

Awaiting wouldSpin(Executor &x, ThreadId which) {
  const ThreadId before = x.current;
  x.current = which;
  x.thread = x.threads[which].get();
  x.updateSolo();
  const Inst *pc = x.thread->top().pc;
  Awaiting result = onlySpins(x, pc) ? Awaiting::Still : Awaiting::Over;
  // Where inputs decide they do so now: a failed iteration is no event, whatever they are.
  if (const Ref condition = x.trialCondition;
      condition && (maySpin(x, pc, {true}) || maySpin(x, pc, {false}))) {
    x.saveCore(*x.thread);
    x.decide(pc, condition);
    x.thread->core.awaits = true;
    x.resetStop();
    result = Awaiting::Asked;
  }
  x.current = before;
  x.thread = x.threads[before].get();
  x.clearWindows();
  return result;
}

} // namespace heddle::vm
