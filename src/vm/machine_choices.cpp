// What a machine can do next, and how an execution ends.
#include "vm/machine.h"

#include "vm/executor.h"
#include "vm/journal.h"
#include "vm/spin.h"

#include <algorithm>
#include <llvm/ADT/SmallVector.h>
#include <utility>

namespace heddle::vm {

using Op = program::OpKind;

bool Machine::sectionWouldBlock(ThreadId id) {
  const Executor::Mark mark = x->mark();
  const std::vector<Fault> faults = x->faults;
  const std::vector<Gap> gaps = x->gaps;
  Recorder *recorder = x->recorder;
  const std::size_t effects = x->effects.size();
  x->recorder = nullptr;
  x->seeksRaces = false;
  x->mayAct = true;
  x->blocked = false;
  auto tried = x->journal ? x->journal->beginTry() : nullptr;
  x->run(id);
  x->mayAct = false;
  x->seeksRaces = true;
  const ThreadCore &core = x->threads[id]->core;
  const bool result = x->blocked && core.atomicDepth > 0;
  if (tried)
    x->journal->endTry(std::move(tried), result);
  x->back(mark);
  x->recorder = recorder;
  sectionEffects.assign(x->effects.begin() + static_cast<std::ptrdiff_t>(effects),
                        x->effects.end());
  x->effects.resize(effects);
  x->faults = faults;
  x->gaps = gaps;
  return result;
}

/// Lets a thread that stands at the head of a loop go into it, up to what it does there first.
void Machine::passHead(ThreadId id) {
  Thread &thread = *x->threads[id];
  while (thread.core.cameToNothing) {
    x->saveCore(thread);
    thread.core.cameToNothing = false;
    thread.core.passesHead = true;
    x->run(id);
  }
}

/// In how many ways a thread whose round came to nothing can begin another one.
std::uint32_t Machine::waysBehindHead(ThreadId id) {
  if (wouldComeToNothing(*x, id))
    return 0;
  const Executor::Mark mark = x->mark();
  const std::size_t faults = x->faults.size();
  const std::size_t gaps = x->gaps.size();
  const std::size_t effects = x->effects.size();
  Recorder *recorder = x->recorder;
  x->recorder = nullptr;
  passHead(id);
  const ThreadCore &core = x->threads[id]->core;
  const Pending pending = core.pending;
  std::uint32_t ways = 1; // It comes to something, if not to an operation.
  if (core.status == ThreadStatus::Ready && !isAsked(core))
    ways = pending.kind == Op::AtomicBegin ? !sectionWouldBlock(id) : x->alternatives(id, pending);
  x->back(mark);
  x->recorder = recorder;
  x->faults.resize(faults);
  x->gaps.resize(gaps);
  x->effects.resize(effects);
  return ways;
}

void Machine::findChoices() {
  collectChoices();
  if (asks())
    return;
  if (available.empty() && !(stops && options.rounds == Rounds::Free))
    return classifyEnd();
  switch (options.rounds) {
  case Rounds::Stop:
    return;
  case Rounds::Cut:
    if (!stops)
      return findEndlessRounds();
    // Those who could go on but would come to nothing too may have a race to tell, one by one.
    if (!hasStopped || std::ranges::all_of(available, [&](const Choice &choice) {
          return x->threads[choice.thread]->core.pending.phase == Phase::Await &&
                 wouldComeToNothing(*x, choice.thread);
        }))
      return;
    available.clear();
    ended = End::Nothing;
    return;
  case Rounds::Retry:
    return findEndlessRounds();
  case Rounds::Free:
    findEndlessRounds();
    if (!stops || ended != End::Running)
      return;
    for (std::size_t i = 0; i < x->threads.size(); ++i)
      if (x->threads[i])
        passHead(static_cast<ThreadId>(i));
    collectChoices();
    if (available.empty())
      classifyEnd();
  }
}

/// Whether all who could go on would be where they are now after another round. Where that is more
/// than one and they write, they may still help each other.
void Machine::findEndlessRounds() {
  std::vector<ThreadId> all;
  for (const Choice &choice : available)
    all.push_back(choice.thread);
  for (std::size_t i = 0; i < x->threads.size(); ++i)
    if (options.rounds == Rounds::Free && x->threads[i] && x->threads[i]->core.cameToNothing)
      all.push_back(static_cast<ThreadId>(i));
  // What two rounds do may be a race, which only a round that was run can tell; and in the midst of
  // them threads may stand at all targets at once.
  const bool mayRace = x->seeksRaces && options.looksFor(FaultKind::DataRace) &&
                       std::ranges::count_if(x->threads, [](const auto &thread) {
                         return thread && thread->core.status == ThreadStatus::Ready &&
                                thread->core.pending.phase == Phase::Await;
                       }) > 1;
  bool writes = false;
  for (const ThreadId id : all) {
    const ThreadCore &core = x->threads[id]->core;
    if (core.pending.phase != Phase::Await || (mayRace && !core.cameToNothing) ||
        !wouldComeToNothing(*x, id) || x->trialRaces || x->trialStands)
      return;
    writes |= x->trialWrites;
  }
  const std::vector<Choice> choices = available;
  available.clear();
  classifyEnd();
  if (writes && all.size() > 1) {
    ended = End::Running;
    available = choices;
  }
}

bool Machine::onlyWaits(ThreadId id) {
  const ThreadCore &core = x->threads[id]->core;
  return core.status == ThreadStatus::Ready && core.pending.phase == Phase::Await &&
         wouldComeToNothing(*x, id);
}

bool Machine::onlyGoesRound(std::vector<Choice> &path) {
  constexpr unsigned mostSteps = 2000;
  const auto knownRaces = x->knownRaces;
  const Rounds before = std::exchange(options.rounds, Rounds::Stop);
  findChoices();
  // Who has not come to a loop yet does something else.
  const auto isInLoop = [&](const Choice &choice) {
    return before == Rounds::Free || x->threads[choice.thread]->core.rounds;
  };
  unsigned steps = 0;
  while (std::ranges::all_of(available, isInLoop) && !available.empty() && !asks() &&
         steps++ < mostSteps) {
    path.push_back(available.front());
    take(path.back());
  }
  options.rounds = before;
  const bool result = available.empty() && ended == End::Stuck;
  if (!result)
    x->knownRaces = knownRaces; // What was met is forgotten, and told where it is met again.
  return result;
}

void Machine::collectChoices() {
  available.clear();
  ended = End::Running;
  stops = false;
  ready.clear();
  for (std::size_t i = 0; i < x->threads.size(); ++i) {
    if (!x->threads[i])
      continue;
    const ThreadCore &core = x->threads[i]->core;
    stops |= core.cameToNothing;
    if (core.status == ThreadStatus::Ready)
      ready.push_back(static_cast<ThreadId>(i));
    if (!isAsked(core))
      continue;
    for (std::uint32_t side = 0; side < core.pending.size; ++side)
      available.push_back({static_cast<ThreadId>(i), side, core.pending.phase == Phase::Branch});
    return;
  }
  for (const ThreadId id : ready) {
    if (const Pending &plain = x->threads[id]->core.pending;
        plain.kind < Op::Lock && plain.phase == Phase::Start) {
      available.push_back({id, 0, false}); // An access of memory waits for nobody.
      continue;
    }
    const Pending pending = x->threads[id]->core.pending;
    std::uint32_t ways = 0;
    if (pending.kind == Op::Join)
      ways = 0; // One that could go on has been run through.
    else if (pending.phase == Phase::Await && x->threads[id]->core.cameToNothing)
      ways = options.rounds == Rounds::Retry ? waysBehindHead(id) : 0;
    else if (pending.phase == Phase::Await)
      switch (wouldSpin(*x, id)) {
      case Awaiting::Still:
        break;
      case Awaiting::Over:
        ways = 1;
        break;
      case Awaiting::Asked:
        return collectChoices();
      }
    else if (pending.kind == Op::AtomicBegin)
      ways = sectionWouldBlock(id) ? 0 : 1;
    else
      ways = x->alternatives(id, pending);
    for (std::uint32_t alternative = 0; alternative < ways; ++alternative)
      available.push_back({id, alternative, false});
    if (ways == 0 && pending.kind != Op::Join)
      findDeadlockCycle(id);
  }
}

ThreadId Machine::holderOf(const Pending &pending) const {
  const bool back = pending.phase == Phase::Woken || pending.phase == Phase::TimedOut;
  if (pending.phase != Phase::Start && !back)
    return noThread;
  switch (pending.kind) {
  case Op::Lock:
  case Op::ReadLock:
  case Op::WriteLock: {
    const SyncObject *lock = x->findSync(pending.address);
    return lock ? lock->owner : noThread;
  }
  case Op::Wait:
  case Op::TimedWait: {
    const SyncObject *lock = back ? x->findSync(pending.second) : nullptr;
    return lock ? lock->owner : noThread;
  }
  default:
    return noThread;
  }
}

/// A ring of threads each of which waits for a lock that the next one holds.
void Machine::findDeadlockCycle(ThreadId from) {
  if (holderOf(x->threads[from]->core.pending) == noThread)
    return;
  llvm::SmallVector<ThreadId, 8> ring;
  ThreadId at = from;
  while (at != noThread && x->threads[at]->core.status == ThreadStatus::Ready) {
    const auto seen = std::find(ring.begin(), ring.end(), at);
    if (seen != ring.end()) {
      if (seen != ring.begin() || *std::min_element(ring.begin(), ring.end()) != from)
        return; // Reported from its smallest member.
      Fault fault{FaultKind::Deadlock, from, x->threads[from]->core.pending.location, "", noThread,
                  program::noLocation, {}};
      for (const ThreadId member : ring)
        fault.blocked.emplace_back(member, x->threads[member]->core.pending.location);
      if (options.looksFor(FaultKind::Deadlock))
        x->faults.push_back(std::move(fault));
      return;
    }
    if (x->alternatives(at, x->threads[at]->core.pending) > 0)
      return;
    ring.push_back(at);
    at = holderOf(x->threads[at]->core.pending);
  }
}

void Machine::classifyEnd() {
  bool fault = false;
  bool assumption = false;
  bool exits = false;
  bool cut = false;
  std::vector<ThreadId> blocked;
  for (std::size_t i = 0; i < x->threads.size(); ++i) {
    if (!x->threads[i])
      continue;
    const ThreadCore &core = x->threads[i]->core;
    if (core.status == ThreadStatus::Standing) {
      fault |= core.standing == Standing::Fault;
      assumption |= core.standing == Standing::Assume;
      exits |= core.standing == Standing::Exit;
      cut |= core.standing == Standing::Bound || core.standing == Standing::Unsupported;
    } else if (core.status == ThreadStatus::Ready) {
      blocked.push_back(static_cast<ThreadId>(i));
    }
  }
  // Another round would do something: without the last one it comes to that.
  for (const ThreadId id : blocked)
    if (x->threads[id]->core.cameToNothing && !wouldComeToNothing(*x, id)) {
      ended = End::Nothing;
      return;
    }
  if (fault || assumption || cut || exits || blocked.empty()) {
    ended = fault ? End::Failed : cut ? End::CutShort : assumption ? End::Assumption : End::Normal;
    if (ended == End::Normal && options.looksFor(FaultKind::Leak))
      findLeaks();
    return;
  }
  ended = End::Stuck;
  auto pendingOf = [&](ThreadId id) -> const Pending & { return x->threads[id]->core.pending; };
  auto matching = [&](auto test) {
    std::vector<ThreadId> result;
    std::copy_if(blocked.begin(), blocked.end(), std::back_inserter(result), test);
    return result;
  };
  const auto spinning = matching([&](ThreadId id) { return pendingOf(id).phase == Phase::Await; });
  const auto waiting = matching([&](ThreadId id) {
    const Pending &pending = pendingOf(id);
    return pending.phase == Phase::Waiting && pending.kind != Op::BarrierWait;
  });
  const auto joining = matching([&](ThreadId id) { return pendingOf(id).kind == Op::Join; });
  const auto others = matching([&](ThreadId id) {
    const Pending &pending = pendingOf(id);
    return pending.kind != Op::Join && pending.phase != Phase::Await &&
           (pending.phase != Phase::Waiting || pending.kind == Op::BarrierWait);
  });
  FaultKind kind = FaultKind::Deadlock;
  std::vector<ThreadId> involved;
  if (!spinning.empty() && others.empty()) {
    kind = FaultKind::Hang;
    involved = spinning;
  } else if (!waiting.empty() && others.empty()) {
    kind = FaultKind::LostWakeup;
    involved = waiting;
  } else if (!others.empty()) {
    involved = others;
    // Who waits for the end of another while holding a lock is part of it.
    for (const ThreadId id : joining)
      if (!locksHeldBy(id).empty())
        involved.push_back(id);
    involved.insert(involved.end(), waiting.begin(), waiting.end());
    std::sort(involved.begin(), involved.end());
  } else {
    involved = joining;
  }
  Fault found{kind, involved.front(), pendingOf(involved.front()).location,
              "",   noThread,         program::noLocation,
              {}};
  for (const ThreadId id : involved)
    found.blocked.emplace_back(id, pendingOf(id).location);
  if (options.looksFor(kind))
    x->faults.push_back(std::move(found));
}

} // namespace heddle::vm
