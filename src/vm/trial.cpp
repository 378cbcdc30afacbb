#include "vm/trial.h"

#include "vm/journal.h"
#include "vm/spin.h"

#include <algorithm>
#include <map>
#include <utility>

namespace heddle::vm {

namespace {

using expr::Ref;

constexpr std::int64_t longestTrial = 4000; ///< Instructions; a longer iteration is no spin.

/// The same of a thread.
struct CoreLook {
  ThreadStatus status = ThreadStatus::None;
  Phase phase = Phase::Start;
  bool detached = false;
  bool cancelRequested = false;
  std::uint32_t children = 0;
  std::uint32_t depth = 0;
  std::uint32_t clockCalls = 0;
};

/// What the world looks like, as far as a spin must leave it alone.
struct Snapshot {
  std::vector<SyncObject> syncs;
  std::vector<CoreLook> cores;
  Executor::Globals globals;
  std::size_t exitHandlers = 0;
};

Snapshot look(const Executor &x) {
  Snapshot result;
  result.syncs.reserve(x.syncs.size());
  for (std::size_t i = 0; i < x.syncs.size(); ++i)
    result.syncs.push_back(x.syncs[i]);
  result.cores.resize(x.threads.size());
  for (std::size_t i = 0; i < x.threads.size(); ++i)
    if (x.threads[i]) {
      const ThreadCore &core = x.threads[i]->core;
      result.cores[i] = {core.status,   core.pending.phase, core.detached,  core.cancelRequested,
                         core.children, core.depth,         core.clockCalls};
    }
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
    } else if (a.cores[i].status != b.cores[i].status || a.cores[i].phase != b.cores[i].phase ||
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
  x.trialOuter = false;
  x.trialSides = sides;
  x.trialAssumed.clear();
  x.trialCondition = nullptr;
  x.trialWithin = nullptr;
  x.budget = longestTrial;
  from->run(from, thread.frameRegisters(thread.top()), &x);
  if (x.journal)
    x.journal->stopped();
  x.isTrial = false;
  x.trialHead = nullptr;
  x.budget = budget;
  x.resetStop();
  return x.trialReturned && !x.trialFault && !x.blocked;
}

/// What is known of the running trial, put back when a trial within it is over.
class Outer {
public:
  explicit Outer(Executor &x)
      : x(x), trial(x.trial), head(x.trialHead), depth(x.trialDepth), returned(x.trialReturned),
        fault(x.trialFault), blocked(x.blocked), outer(x.trialOuter), met(x.trialMet),
        visible(x.trialVisible), races(x.trialRaces), steps(x.trialSteps), sides(x.trialSides),
        assumed(x.trialAssumed), condition(x.trialCondition), within(x.trialWithin),
        visits(x.trialWithinVisits) {
    x.trial = nullptr;
  }
  ~Outer() {
    x.isTrial = true;
    x.trial = trial;
    x.trialHead = head;
    x.trialDepth = depth;
    x.trialReturned = returned;
    x.trialFault = fault;
    x.blocked = blocked;
    x.trialOuter = outer;
    x.trialMet = met;
    x.trialVisible = visible;
    x.trialRaces = races;
    x.trialSteps = steps;
    x.trialSides = std::move(sides);
    x.trialAssumed = std::move(assumed);
    x.trialCondition = condition;
    x.trialWithin = within;
    x.trialWithinVisits = visits;
  }
  Outer(const Outer &) = delete;
  Outer &operator=(const Outer &) = delete;

private:
  Executor &x;
  Trial *trial;
  const Inst *head;
  std::uint32_t depth;
  bool returned;
  bool fault;
  bool blocked;
  bool outer;
  bool met;
  bool visible;
  bool races;
  std::uint32_t steps;
  std::vector<bool> sides;
  std::vector<Ref> assumed;
  Ref condition;
  const Inst *within;
  std::uint32_t visits;
};

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

} // namespace

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

bool hasState(const Thread &thread, const Inst *head, const std::vector<std::uint64_t> &state) {
  const std::vector<std::uint32_t> &variables = liveAt(head);
  const Frame &top = thread.top();
  if (top.guarded)
    return privateState(thread, head) == state;
  const std::size_t callers = thread.core.depth - 1;
  if (state.size() != callers + top.base + 3 * variables.size())
    return false;
  const std::uint64_t *r = thread.registers.data();
  for (std::size_t i = 0; i < variables.size(); ++i) // First what differs most.
    if (state[callers + top.base + i] != r[top.base + variables[i]])
      return false;
  for (std::size_t i = 0; i < callers; ++i)
    if (state[i] != reinterpret_cast<std::uint64_t>(thread.frames[i].pc))
      return false;
  if (!std::equal(r, r + top.base, state.begin() + static_cast<std::ptrdiff_t>(callers)))
    return false;
  return std::all_of(state.end() - static_cast<std::ptrdiff_t>(2 * variables.size()), state.end(),
                     [](std::uint64_t shadow) { return shadow == 0; });
}

static Outcome tryOnce(Executor &x, const Inst *pc, const std::vector<bool> &sides) {
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
  x.trialWrites = spins && changesShared(x, mark.log);
  x.back(mark);
  x.updateSolo(); // It may have joined the last other thread.
  thread.watermark = watermark;
  if (!spins)
    return x.trialCondition ? Outcome::Undecided : Outcome::Acts;
  for (const Ref assumed : x.trialAssumed)
    x.symbolic.add(assumed);
  const Outcome result = compare(x, written);
  x.symbolic.shrink(mark.symbols);
  return result;
}

Outcome tryIteration(Executor &x, const Inst *pc, const std::vector<bool> &sides) {
  if (!x.journal) [[likely]]
    return tryOnce(x, pc, sides);
  auto tried = x.journal->beginTry();
  const Outcome result = tryOnce(x, pc, sides);
  x.journal->endTry(std::move(tried), result == Outcome::Spins, pc);
  return result;
}

bool staysWithin(Executor &x, const Inst *pc) {
  constexpr std::uint32_t never = ~0u; // One trial within another is enough.
  if (x.trialWithinVisits == never)
    return false;
  if (x.trialWithin != pc) {
    x.trialWithin = pc;
    x.trialWithinVisits = 0;
  }
  const std::uint32_t visits = ++x.trialWithinVisits;
  if (visits < 2 || (visits & (visits - 1)) != 0)
    return false;
  const Outer outer(x);
  x.trialWithinVisits = never;
  x.thread->top().pc = pc;
  return tryIteration(x, pc) == Outcome::Spins && !x.trialOuter;
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

} // namespace heddle::vm
