#include "vm/rounds.h"

#include "vm/executor.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/xxhash.h>
#include <map>
#include <optional>

namespace heddle::vm {

namespace {

constexpr std::size_t mostStarts = 6;    ///< Heads a thread is remembered at.
constexpr std::size_t mostChanges = 256; ///< More are no round that comes to nothing.

// A loop that counts in shared memory comes back too, and need not end soon. Whether threads undo
// what the others do is looked at often at first, and later from time to time.
constexpr std::uint32_t manyReturns = 64;

bool isCompared(std::uint32_t returns) {
  return returns - std::bit_floor(returns) < manyReturns;
}

/// What matters of a lock or semaphore.
std::uint64_t packed(const SyncObject &sync) {
  return std::uint64_t{sync.count} << 32 | std::uint64_t{sync.owner} << 1 |
         (sync.destroyed ? 1 : 0);
}
std::uint64_t freshSync() {
  return packed(SyncObject{});
}

/// What a step has changed, as it was before. Null if it did something that cannot be undone.
class StepChanges {
public:
  explicit StepChanges(Executor &x) : x(x) {}

  bool collect() {
    x.memory.undo().forEachSince(x.roundMark.log,
                                 [&](const UndoLog::Entry &entry) { take(entry); });
    for (std::size_t i = x.roundMark.syncs; i < x.syncs.size(); ++i)
      syncs[static_cast<std::uint32_t>(i)] = freshSync();
    return !lasting && x.output.size() == x.roundMark.output &&
           x.errors.size() == x.roundMark.errors && x.exitHandlers.size() == x.roundMark.handlers &&
           bytes.size() <= mostChanges;
  }

  /// Whether nothing is to be added to any start, nor taken from it.
  bool isNothing() const {
    const ThreadCore &core = x.thread->core;
    return bytes.empty() && syncs.empty() && objects.empty() && ended.empty() &&
           x.hiddenReleases.empty() && !x.hasBareAccess &&
           !(core.status == ThreadStatus::Ready && core.pending.phase == Phase::Waiting);
  }

  void addTo(RoundStart &start) const {
    for (const auto &[address, old] : bytes)
      if (const Object *object = x.memory.find(address); isThere(object))
        add(start, {RoundChange::Kind::Byte, address, 0, before(*object, address, old), {}},
            now(*object, address));
    for (const auto &[which, before] : syncs)
      add(start, {RoundChange::Kind::Sync, x.syncs[which].address, which, before, {}},
          packed(x.syncs[which]));
    const ThreadCore &core = x.thread->core;
    std::erase_if(start.changes,
                  [](const RoundChange &change) { return change.kind == RoundChange::Kind::Wait; });
    if (core.status == ThreadStatus::Ready && core.pending.phase == Phase::Waiting)
      start.changes.push_back({RoundChange::Kind::Wait, core.pending.address, 0, 0, {}});
    for (const ObjectId made : objects)
      start.changes.push_back({RoundChange::Kind::Object, made, 0, 0, {}});
    for (const auto &[address, clock] : x.hiddenReleases)
      if (!isOwnSince(start, clock))
        addHidden(start, address, clock);
  }

  /// Whether all objects whose life has ended were made since then.
  bool endsOwn(RoundStart &start) const {
    return std::ranges::all_of(ended, [&](ObjectId id) {
      return std::erase_if(start.changes, [&](const RoundChange &change) {
               return change.kind == RoundChange::Kind::Object && change.address == id;
             }) > 0;
    });
  }

  static bool isThere(const Object *object) {
    return object && object->live && object->inScope && object->storage;
  }

private:
  /// Whether the thread itself has released this since then, and nobody else: without the round it
  /// would not have been there.
  bool isOwnSince(const RoundStart &start, const std::vector<std::uint32_t> &clock) const {
    const auto then = [&](std::size_t i) {
      return i < start.clock->size() ? (*start.clock)[i] : 0;
    };
    if (x.current >= clock.size() || clock[x.current] < then(x.current))
      return false;
    for (std::size_t i = 0; i < clock.size(); ++i)
      if (i != x.current && clock[i] > then(i))
        return false;
    return true;
  }

  static void addHidden(RoundStart &start, Address address, std::vector<std::uint32_t> clock) {
    const auto same = std::ranges::find_if(start.changes, [&](const RoundChange &known) {
      return known.kind == RoundChange::Kind::Hidden && known.address == address;
    });
    if (same != start.changes.end()) {
      clock.resize(std::max(clock.size(), same->released->size()));
      for (std::size_t i = 0; i < same->released->size(); ++i)
        clock[i] = std::max(clock[i], (*same->released)[i]);
      same->released = std::make_shared<const std::vector<std::uint32_t>>(std::move(clock));
      return;
    }
    start.changes.push_back({RoundChange::Kind::Hidden, address, 0, 0,
                             std::make_shared<const std::vector<std::uint32_t>>(std::move(clock))});
  }

  static void add(RoundStart &start, const RoundChange &change, std::uint64_t now) {
    const auto same = std::ranges::find_if(start.changes, [&](const RoundChange &known) {
      return known.kind == change.kind && known.address == change.address &&
             known.sync == change.sync;
    });
    if (same == start.changes.end()) {
      if (change.before != now)
        start.changes.push_back(change);
    } else if (same->before == now) {
      start.changes.erase(same);
    }
  }

  /// A byte as it was before the step, as far as it is known to have changed.
  struct Old {
    std::optional<std::uint8_t> value;
    std::optional<bool> written;
    std::uint64_t node = unchanged;
    static constexpr std::uint64_t unchanged = ~std::uint64_t{0};
  };
  Old &at(Address address) { return bytes[address]; }

  // A byte as a number: what it holds, its expression, or that it holds nothing.
  static constexpr std::uint64_t undefined = 0x100;
  std::uint64_t now(const Object &object, Address address) const {
    return before(object, address, {});
  }
  std::uint64_t before(const Object &object, Address address, const Old &old) const {
    if (old.written.value_or(x.memory.isWritten(object, address, 1)))
      return old.value.value_or(*x.memory.read(object, address));
    const std::uint64_t node =
        old.node == Old::unchanged ? Symbolic::toBits(x.symbolic.byteAt(address)) : old.node;
    return node ? node : undefined;
  }

  // The oldest entry for a place comes last, and is what was there before the step.
  void take(const UndoLog::Entry &entry) {
    switch (entry.kind) {
    case UndoKind::Bytes:
      takeBytes(entry);
      break;
    case UndoKind::Written:
      takeWritten(entry);
      break;
    case UndoKind::Symbol:
      if (isThere(x.memory.find(entry.key)))
        std::memcpy(&at(entry.key).node, entry.payload, sizeof(std::uint64_t));
      break;
    case UndoKind::ObjectNew: {
      const Object *object = x.memory.object(static_cast<ObjectId>(entry.key));
      if (object && object->live && object->kind != ObjectKind::Inner)
        objects.push_back(static_cast<ObjectId>(entry.key));
      break;
    }
    case UndoKind::ObjectChange: {
      const Object *object = x.memory.object(static_cast<ObjectId>(entry.key));
      const auto *before = static_cast<const Object *>(entry.payload);
      if (object && before->live && !object->live)
        ended.push_back(static_cast<ObjectId>(entry.key));
      break;
    }
    case UndoKind::Raw:
      takeRaw(entry);
      break;
    case UndoKind::Frame:
      break;
    }
  }

  void takeBytes(const UndoLog::Entry &entry) {
    const Object *object = x.memory.find(entry.key);
    if (!isThere(object))
      return;
    const auto *old = static_cast<const std::uint8_t *>(entry.payload);
    const std::uint8_t *bytesNow = x.memory.read(*object, entry.key);
    for (std::uint32_t i = 0; i < entry.size && bytes.size() <= mostChanges; ++i)
      if (old[i] != bytesNow[i] || bytes.contains(entry.key + i))
        at(entry.key + i).value = old[i];
  }

  void takeWritten(const UndoLog::Entry &entry) {
    const Object *object = x.memory.find(entry.key);
    if (!isThere(object))
      return;
    const auto *old = static_cast<const std::uint8_t *>(entry.payload);
    for (std::uint32_t i = 0; i < 8 * entry.size && bytes.size() <= mostChanges; ++i) {
      const Address address = entry.key + i;
      const bool wasWritten = old[i / 8] >> (i % 8) & 1;
      if (address < object->base + object->size &&
          (x.memory.isWritten(*object, address, 1) != wasWritten || bytes.contains(address)))
        at(address).written = wasWritten;
    }
  }

  void takeRaw(const UndoLog::Entry &entry) {
    const auto *at = reinterpret_cast<const void *>(entry.key); // NOLINT(performance-no-int-to-ptr)
    if (at == &x.globals) {
      const auto *before = static_cast<const Executor::Globals *>(entry.payload);
      lasting |= before->keys != x.globals.keys || before->live != x.globals.live ||
                 before->exiting != x.globals.exiting;
      return;
    }
    for (std::size_t i = 0; i < x.threads.size(); ++i)
      if (x.threads[i] && at == &x.threads[i]->core.joined)
        lasting = true;
      else if (x.threads[i] && at == &x.threads[i]->core)
        return takeCore(*static_cast<const ThreadCore *>(entry.payload), x.threads[i]->core,
                        i == x.current);
    for (std::size_t i = 0; i < x.syncs.size(); ++i)
      if (at == &x.syncs[i]) {
        const auto &before = *static_cast<const SyncObject *>(entry.payload);
        lasting |= before.round != x.syncs[i].round || before.kind != x.syncs[i].kind;
        syncs[static_cast<std::uint32_t>(i)] = packed(before);
        return;
      }
  }

  void takeCore(const ThreadCore &before, const ThreadCore &now, bool own) {
    if (own)
      lasting |= before.children != now.children || before.clockCalls != now.clockCalls ||
                 before.inputs != now.inputs || before.cleanup != now.cleanup ||
                 before.cancelDisabled != now.cancelDisabled || now.status != ThreadStatus::Ready;
    else
      lasting |= before.status != now.status || before.pending.phase != now.pending.phase ||
                 before.detached != now.detached || before.joined != now.joined ||
                 before.cancelRequested != now.cancelRequested;
  }

  Executor &x;
  bool lasting = false;
  std::map<Address, Old> bytes;
  std::map<std::uint32_t, std::uint64_t> syncs;
  std::vector<ObjectId> objects;
  std::vector<ObjectId> ended;
};

void become(Executor &x, Thread &thread, RoundStarts rounds) {
  x.saveCore(thread);
  if (rounds.empty()) {
    thread.core.rounds = 0;
    return;
  }
  x.rounds.push_back(std::make_shared<const RoundStarts>(std::move(rounds)));
  thread.core.rounds = static_cast<std::uint32_t>(x.rounds.size());
}

const RoundStarts &roundsOf(const Executor &x, const Thread &thread) {
  return *x.rounds[thread.core.rounds - 1];
}

bool isUndone(Executor &x, const RoundChange &change) {
  if (change.kind == RoundChange::Kind::Byte)
    return !StepChanges::isThere(x.memory.find(change.address));
  if (change.kind == RoundChange::Kind::Object) {
    const Object *object = x.memory.object(static_cast<ObjectId>(change.address));
    return !object || !object->live;
  }
  if (change.kind == RoundChange::Kind::Hidden) {
    // Whoever acquires there learns as much as before.
    const SyncObject *location = x.findSync(change.address);
    for (std::uint32_t i = 0; i < change.released->size(); ++i)
      if ((*change.released)[i] > (location ? location->clock.of(i) : 0))
        return false;
    return true;
  }
  return false;
}

/// What the running thread has changed up to now.
void noteChanges(Executor &x) {
  Thread &thread = *x.thread;
  StepChanges step(x);
  if (!step.collect())
    return become(x, thread, {});
  const auto isPassing = [](const RoundChange &change) {
    return change.kind == RoundChange::Kind::Wait || change.kind == RoundChange::Kind::Hidden;
  };
  if (step.isNothing() && std::ranges::none_of(roundsOf(x, thread), [&](const RoundStart &start) {
        return std::ranges::any_of(start.changes, isPassing);
      }))
    return;
  RoundStarts rounds = roundsOf(x, thread);
  std::erase_if(rounds, [&](RoundStart &start) { return !step.endsOwn(start); });
  for (RoundStart &start : rounds) {
    step.addTo(start);
    std::erase_if(start.changes, [&](const RoundChange &change) {
      return change.kind == RoundChange::Kind::Hidden && isUndone(x, change);
    });
    start.isBare |= x.hasBareAccess;
  }
  x.hasBareAccess = false;
  x.hiddenReleases.clear();
  become(x, thread, std::move(rounds));
}

} // namespace

void beginRoundStep(Executor &x) {
  x.hiddenReleases.clear();
  x.hasBareAccess = false;
  if (x.thread->core.rounds)
    x.roundMark = x.mark();
}

void endRoundStep(Executor &x) {
  if (x.thread->core.rounds)
    noteChanges(x);
}

bool cameToNothing(Executor &x, const Inst *pc, std::vector<std::uint64_t> state) {
  Thread &thread = *x.thread;
  const CodeFunction *function = thread.top().function;
  const std::size_t head = function->indexOf(pc);
  RoundStarts rounds;
  if (thread.core.rounds)
    noteChanges(x);
  if (thread.core.rounds)
    rounds = roundsOf(x, thread);
  // A round that leads through a loop around this one is over when it comes to that.
  const auto isAround = [&](const RoundStart &other) {
    return other.depth < thread.core.depth ||
           (other.depth == thread.core.depth && other.head < head);
  };
  RoundStart next;
  next.function = function;
  next.depth = thread.core.depth;
  next.moves = thread.core.moves;
  next.head = head;
  next.state = std::make_shared<const std::vector<std::uint64_t>>(std::move(state));
  const Clock &clock = thread.core.clock;
  next.clock =
      std::make_shared<const std::vector<std::uint32_t>>(clock.ticks, clock.ticks + clock.size);
  const auto isBack = [&](const RoundStart &start) {
    return start.function == function && start.head == head && *start.state == *next.state &&
           !std::any_of<const RoundStart *>(&start, rounds.data() + rounds.size(), isAround);
  };
  // Without a round that decided about inputs, what follows would have to decide that.
  next.decided = x.symbolic.path().size();
  const auto isHere = [&](const RoundStart &start) {
    return isBack(start) && start.decided == next.decided &&
           std::ranges::all_of(start.changes,
                               [&](const RoundChange &change) { return isUndone(x, change); });
  };
  x.roundMark = x.mark();
  const bool compares = x.options.rounds == Rounds::Cut || x.options.rounds == Rounds::Stop;
  const bool passes = x.options.rounds != Rounds::Free && x.options.looksFor(FaultKind::DataRace);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    if (rounds[i].isSeen || !isHere(rounds[i]))
      continue;
    if (!passes || !rounds[i].isBare || rounds[i].hasPassed) {
      thread.core.nothingSince = rounds[i].moves;
      return true;
    }
    next.hasPassed = true;
    rounds.erase(rounds.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  // All is as it was if a round is only let go for its races; it comes to nothing the next time.
  const bool comparesNow = compares && !next.hasPassed;
  // What others have seen counts; but they may do the same, and so for ever.
  const auto seen = std::ranges::find_if(rounds, isHere);
  const auto last = std::find_if(rounds.rbegin(), rounds.rend(), isBack);
  if (last != rounds.rend()) {
    next.returns = last->returns + 1;
    next.worlds = last->worlds;
    thread.core.isRepeat = comparesNow && isCompared(next.returns);
  }
  if (seen != rounds.end()) {
    next.repeats = seen->repeats + 1;
    next.worlds = seen->worlds;
    thread.core.isRepeat = comparesNow;
    rounds.erase(seen);
  }
  if (rounds.size() == mostStarts)
    rounds.erase(rounds.begin());
  rounds.push_back(std::move(next));
  become(x, thread, std::move(rounds));
  x.hasRounds = true;
  x.roundMark = x.mark();
  return false;
}

bool isWorldAgain(Executor &x, ThreadId which, const std::string &world) {
  Thread &thread = *x.threads[which];
  if (!thread.core.rounds)
    return false;
  RoundStarts rounds = roundsOf(x, thread);
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
      llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(world.data()), world.size()));
  const std::pair<std::uint64_t, std::uint64_t> now{hash.low64, hash.high64};
  RoundStart &here = rounds.back();
  if (here.worlds && std::ranges::find(*here.worlds, now) != here.worlds->end())
    return true;
  auto worlds = std::make_shared<RoundStart::Worlds>();
  if (here.worlds && !(here.returns >= manyReturns && std::has_single_bit(here.returns)))
    *worlds = *here.worlds;
  worlds->push_back(now);
  here.worlds = std::move(worlds);
  become(x, thread, std::move(rounds));
  return false;
}

void seeRounds(Executor &x, ThreadId by, const std::vector<SeenBytes> &seen) {
  for (std::size_t i = 0; i < x.threads.size(); ++i) {
    if (i == by || !x.threads[i] || !x.threads[i]->core.rounds)
      continue;
    const auto isSeen = [&](const RoundChange &change) {
      return change.kind != RoundChange::Kind::Object &&
             std::ranges::any_of(seen, [&](const SeenBytes &one) {
               return one.address <= change.address && change.address < one.address + one.size;
             });
    };
    RoundStarts rounds = roundsOf(x, *x.threads[i]);
    bool isNew = false;
    for (RoundStart &start : rounds)
      if (!start.isSeen && std::ranges::any_of(start.changes, isSeen))
        start.isSeen = isNew = true;
    if (isNew)
      become(x, *x.threads[i], std::move(rounds));
  }
}

} // namespace heddle::vm
