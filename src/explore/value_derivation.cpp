#include "explore/value_derivation.h"

#include "explore/loop.h"
#include "explore/thread_order.h"

#include <algorithm>

namespace heddle::explore {

namespace {

using program::LocationId;
using program::OpKind;

bool isWait(OpKind kind) {
  return kind == OpKind::Wait || kind == OpKind::TimedWait;
}

bool takesBack(const vm::Pending &pending) {
  return isWait(pending.kind) &&
         (pending.phase == vm::Phase::Woken || pending.phase == vm::Phase::TimedOut);
}

/// The bytes by which it conflicts with others: of a wait the condition first, then the mutex.
vm::Address touched(const vm::Pending &pending) {
  return takesBack(pending) ? pending.second : pending.address;
}

std::uint64_t sizeOf(const vm::Pending &pending) {
  return std::max<std::uint64_t>(pending.size, 1);
}

bool isTakingLock(const vm::Pending &pending) {
  switch (pending.kind) {
  case OpKind::Lock:
  case OpKind::TimedLock:
  case OpKind::TryLock:
  case OpKind::ReadLock:
  case OpKind::WriteLock:
  case OpKind::TryReadLock:
  case OpKind::TryWriteLock:
  case OpKind::TimedReadLock:
  case OpKind::TimedWriteLock:
    return true;
  default:
    return takesBack(pending);
  }
}

std::vector<LocationId> callsOf(const vm::Machine &machine, vm::ThreadId thread) {
  std::vector<LocationId> result;
  for (const vm::Machine::StackEntry &entry : machine.stack(thread))
    if (entry.location != program::noLocation)
      result.push_back(entry.location);
  return result;
}

bool isAlive(const vm::Machine &machine, vm::ThreadId thread) {
  return machine.exists(thread) && (machine.thread(thread).status == vm::ThreadStatus::Ready ||
                                    machine.thread(thread).status == vm::ThreadStatus::Fresh);
}

bool canAct(const vm::Machine &machine, vm::ThreadId thread) {
  return std::ranges::count(machine.choices(), thread, &vm::Choice::thread) > 0;
}

bool holds(const vm::Machine &machine, vm::ThreadId thread, vm::Address lock) {
  const std::vector<vm::Address> held = machine.locksHeldBy(thread);
  return std::ranges::find(held, lock) != held.end();
}

bool waitsForIt(const Strand &strand, vm::ThreadId thread) {
  return std::ranges::any_of(strand.goals,
                             [&](const Goal &goal) { return goal.trigger == thread; });
}

} // namespace

Strand Strand::copy() const {
  Strand result;
  result.machine = machine->copy();
  result.path = path;
  result.goals = goals;
  result.current = current;
  result.fulfilled = fulfilled;
  result.order = order;
  result.events = events;
  result.slice = slice;
  return result;
}

Derivation::Derivation(ValuePairs &pairs, Fates &fates, Collector &collector,
                       const Options &options, Progress &progress, const Derive &derive)
    : pairs(pairs), fates(fates), collector(collector), options(options), progress(progress),
      derive(derive) {}

Strand Derivation::begin(const Point &point, const Item &item) {
  Strand strand = point.strand.copy();
  strand.machine->record(&fates.recorder());
  if (item.way) {
    strand.path.push_back(*item.way);
    note(strand, item.way->thread);
    strand.machine->take(*item.way);
    strand.current = item.way->thread;
    strand.fulfilled.reset();
    return strand;
  }
  ++counters.derived;
  strand.goals.push_back(item.goal);
  strand.fulfilled.reset();
  if (item.slice)
    strand.slice = item.slice;
  return strand;
}

bool Derivation::isDropped(const Item &item) {
  const Goal &goal = item.goal;
  const bool is = !item.way && dropped.contains({goal.pair, goal.trigger, goal.thread, goal.at});
  counters.skippedDropped += is ? 1 : 0;
  return is;
}

/// Takes over what the last step has found. False if the search is over.
bool Derivation::look(Strand &strand) {
  collector.look(*strand.machine, strand.path);
  const std::vector<vm::Fault> met = collector.lastLooked();
  for (const vm::Fault &fault : met) {
    if (fault.kind == vm::FaultKind::DataRace)
      fates.fail(pairs.pairOf(Conflict::Access, fault.location, fault.other), fault);
    else if (!strand.order.empty())
      fates.fail(strand.order.back(), fault);
    else
      fates.failAnyway(fault);
  }
  return !isCancelled(progress) && (options.all || !collector.foundBug());
}

Derivation::Outcome Derivation::follow(Strand &strand, std::deque<Point> &points,
                                       std::size_t until) {
  bool meetsPoints = false;
  return go(strand, &points, until, meetsPoints);
}

Derivation::Outcome Derivation::tryOut(Strand &strand, bool &meetsPoints) {
  return go(strand, nullptr, 0, meetsPoints);
}

Derivation::Outcome Derivation::go(Strand &strand, std::deque<Point> *points, std::size_t until,
                                   bool &meetsPoints) {
  const std::uint64_t before = strand.machine->instructions();
  const auto over = [&](Outcome outcome) {
    countInstructions(before, strand.machine->instructions());
    publish(stats, published, strand.path.size(), progress);
    return outcome;
  };
  while (true) {
    vm::Machine &machine = *strand.machine;
    if (!look(strand)) {
      if (machine.choices().empty())
        countEnd(machine, stats);
      isInterrupted = isCancelled(progress);
      stoppedAt = isInterrupted ? placeOf(machine) : program::noLocation;
      return over(Outcome::Over);
    }
    if (machine.choices().empty()) {
      end(strand);
      return over(Outcome::Ended);
    }
    if (isTooDeep(options.limits, strand.path.size())) {
      collector.addGap(depthGap(machine, options.limits));
      return over(Outcome::GivenUp);
    }
    if (points && points->size() >= until)
      return over(Outcome::Paused);
    vm::ThreadId thread = firstOf(machine.choices(), options.seed);
    bool isHit = false;
    const bool isAsked = machine.asks();
    if (!isAsked && choose(strand, thread, isHit) == Turn::Abandoned) {
      ++stats.pruned;
      return over(Outcome::GivenUp);
    }
    if (points || !meetsPoints)
      if (std::vector<Item> items = itemsOf(strand, thread); !items.empty()) {
        meetsPoints = true;
        if (points)
          makePoint(strand, std::move(items), *points);
      }
    strand.fulfilled.reset();
    if (!isAsked)
      note(strand, thread);
    if (strand.goals.empty())
      strand.current = thread;
    const auto choice = std::ranges::find(machine.choices(), thread, &vm::Choice::thread);
    const vm::Choice taken = *choice;
    if (isHit)
      hit(strand);
    strand.path.push_back(taken);
    machine.take(taken);
  }
}

void Derivation::end(Strand &strand) {
  vm::Machine &machine = *strand.machine;
  countEnd(machine, stats);
  if (machine.end() == vm::End::Normal || machine.end() == vm::End::Failed)
    fates.end(strand.events, machine.end() == vm::End::Normal);
  if (options.atEnd)
    options.atEnd(machine, strand.path);
}

void Derivation::note(Strand &strand, vm::ThreadId thread) {
  const vm::Pending &pending = strand.machine->thread(thread).pending;
  if (pending.location != program::noLocation && !pairs.partnersOf(pending.location).empty())
    strand.events.push_back({pending.location, thread, touched(pending), sizeOf(pending)});
}

/// The operation on top of the stack is about to happen.
void Derivation::hit(Strand &strand) {
  Goal goal = std::move(strand.goals.back());
  strand.goals.pop_back();
  ++counters.fulfilled;
  strand.order.push_back(goal.pair);
  const vm::Pending &target = strand.machine->thread(goal.thread).pending;
  const vm::Pending &trigger = strand.machine->thread(goal.trigger).pending;
  if (isTakingLock(target) && isTakingLock(trigger)) {
    // The way to where it gives it back (section 5.3.4).
    goal.isRelease = true;
    strand.goals.push_back(std::move(goal));
    return;
  }
  strand.current = goal.trigger;
  strand.fulfilled = std::move(goal);
}

void Derivation::giveUp(const Goal &goal, GivenUp why, LocationId turnedAwayAt) {
  if (goal.hasMissed)
    why = GivenUp::Address;
  ++counters.givenUp[static_cast<std::size_t>(why)];
  if (!goal.isRelease)
    fates.giveUp(goal.pair, why, turnedAwayAt);
}

/// Whether the thread of a goal stands before the operation that it is about.
bool Derivation::arrives(const Strand &strand, const Goal &goal, bool &isHit) {
  const vm::Pending &pending = strand.machine->thread(goal.thread).pending;
  isHit = false;
  if (pending.location != goal.at)
    return false;
  const Conflict kind = pairs.all()[goal.pair].kind;
  const bool isBack = takesBack(pending);
  if (isWait(pending.kind) && isBack != (kind == Conflict::Reentry || kind == Conflict::Waiters))
    return false;
  const vm::Address at = touched(pending);
  isHit = !derive.aliases || (at < goal.address + goal.size && goal.address < at + sizeOf(pending));
  return true;
}

/// Who goes on, and whether by what is on top of the stack.
Derivation::Turn Derivation::choose(Strand &strand, vm::ThreadId &next, bool &isHit) {
  const vm::Machine &machine = *strand.machine;
  while (!strand.goals.empty() && strand.goals.back().isRelease &&
         !holds(machine, strand.goals.back().thread, strand.goals.back().address)) {
    Goal goal = std::move(strand.goals.back());
    strand.goals.pop_back();
    strand.current = goal.trigger;
    strand.fulfilled = std::move(goal);
  }
  if (strand.goals.empty()) {
    next = strand.current;
    if (!canAct(machine, next))
      next = helper(strand, next);
    if (next == vm::noThread)
      next = firstOf(machine.choices(), options.seed);
    return Turn::Goes;
  }
  Goal &goal = strand.goals.back();
  if (!isAlive(machine, goal.thread)) {
    giveUp(goal, GivenUp::Branch, pairs.turnedAwayAt(goal.lastSeen, {}, goal.at));
    return Turn::Abandoned;
  }
  bool isThere = !goal.isRelease && arrives(strand, goal, isHit);
  if (isThere && !isHit) {
    if (pairs.isAddressConstant(goal.at) && pairs.isAddressConstant(goal.triggerAt)) {
      counters.dropped +=
          dropped.insert({goal.pair, goal.trigger, goal.thread, goal.at}).second ? 1 : 0;
      fates.drop(goal.pair);
      giveUp(goal, GivenUp::Address, program::noLocation);
      return Turn::Abandoned;
    }
    goal.hasMissed = true; // Another instance may touch it; but not if this was the last one.
  }
  if (!goal.isRelease && derive.accessibility && !isThere) {
    std::vector<LocationId> calls = callsOf(machine, goal.thread);
    if (!pairs.mayReach(calls, goal.at)) {
      giveUp(goal, GivenUp::Branch, pairs.turnedAwayAt(goal.lastSeen, calls, goal.at));
      return Turn::Abandoned;
    }
    goal.lastSeen = std::move(calls);
  }
  next = goal.thread;
  if (!canAct(machine, next)) {
    isHit = false;
    next = helper(strand, next);
  }
  if (next != vm::noThread)
    return Turn::Goes;
  giveUp(goal, GivenUp::Blocked, program::noLocation);
  return Turn::Abandoned;
}

/// Who goes on for one that cannot: who has the lock that it wants, or may wake it, or anybody who
/// does not wait for it.
vm::ThreadId Derivation::helper(const Strand &strand, vm::ThreadId blocked, unsigned depth) const {
  const vm::Machine &machine = *strand.machine;
  constexpr unsigned deepest = 8;
  const vm::Pending &pending = machine.thread(blocked).pending;
  const vm::Address lock = isTakingLock(pending) ? touched(pending) : 0;
  const auto count = static_cast<vm::ThreadId>(machine.threadCount());
  if (lock && isAlive(machine, blocked))
    for (vm::ThreadId other = 0; other < count; ++other) {
      if (other == blocked || !isAlive(machine, other) || !holds(machine, other, lock))
        continue;
      if (waitsForIt(strand, other))
        return vm::noThread;
      if (canAct(machine, other))
        return other;
      return depth < deepest ? helper(strand, other, depth + 1) : vm::noThread;
    }
  vm::ThreadId best = vm::noThread;
  for (const vm::Choice &choice : inOrder(machine.choices(), options.seed)) {
    if (waitsForIt(strand, choice.thread) || choice.thread == best)
      continue;
    const bool mayWake =
        isWait(pending.kind) &&
        std::ranges::any_of(pairs.partnersOf(pending.location), [&](const auto &partner) {
          return pairs.all()[partner.pair].kind == Conflict::Signal &&
                 pairs.mayReach(callsOf(machine, choice.thread), partner.at);
        });
    if (mayWake)
      return choice.thread;
    if (best == vm::noThread)
      best = choice.thread;
  }
  return best;
}

/// Whether an order is worth beginning.
bool Derivation::mayAdd(const Strand &strand, const Goal &goal, const Item &item,
                        std::span<const LocationId> calls) {
  if (dropped.contains({goal.pair, goal.trigger, goal.thread, goal.at})) {
    ++counters.skippedDropped;
    return false;
  }
  if (derive.slices && strand.slice && item.slice && item.slice != strand.slice) {
    ++counters.otherSlices;
    return false;
  }
  if (!derive.accessibility || pairs.mayReach(calls, goal.at))
    return true;
  ++counters.unreachable;
  return false;
}

void Derivation::addGoals(Strand &strand, vm::ThreadId thread, std::vector<Item> &items) {
  const vm::Machine &machine = *strand.machine;
  const vm::Pending &pending = machine.thread(thread).pending;
  const bool isBack = takesBack(pending);
  if (isTakingLock(pending) && !isBack && holds(machine, thread, pending.address))
    return; // It has the lock and enters again.
  Item item;
  item.goal.trigger = thread;
  item.goal.triggerAt = pending.location;
  item.goal.address = touched(pending);
  item.goal.size = sizeOf(pending);
  const auto count = static_cast<vm::ThreadId>(machine.threadCount());
  std::vector<std::vector<LocationId>> calls(count); // Of each thread, when they are asked for.
  const auto consider = [&](ValuePairs::Index index, LocationId at, vm::ThreadId other) {
    const ConflictPair &pair = pairs.all()[index];
    item.kind = pair.kind;
    item.mustAlias = pair.mustAlias;
    item.isFocused = pair.isFocused;
    item.slice = pair.slice;
    item.goal.pair = index;
    item.goal.at = at;
    item.goal.thread = other;
    if (derive.accessibility && calls[other].empty())
      calls[other] = callsOf(machine, other);
    if (mayAdd(strand, item.goal, item, calls[other]))
      items.push_back(item);
  };
  // Behind a pair that was just fulfilled: the same once more, or another read beside it, in one
  // order only.
  const Goal *last =
      strand.fulfilled && strand.fulfilled->trigger == thread ? &*strand.fulfilled : nullptr;
  const auto isRead = [&](LocationId at) {
    return pairs.ofProgram().location(at).kind == OpKind::Read;
  };
  for (const ValuePairs::Partner &partner : pairs.partnersOf(pending.location)) {
    const ConflictPair &pair = pairs.all()[partner.pair];
    if (pair.isUnderLock)
      continue; // The lock decides which comes first.
    if (isWait(pending.kind) && isBack != (pair.kind == Conflict::Reentry))
      continue;
    for (vm::ThreadId other = 0; other < count; ++other) {
      if (other == thread || !isAlive(machine, other) || waitsForIt(strand, other))
        continue;
      if (last) {
        const bool isSame = other == last->thread && partner.at == last->at;
        const bool isBeside =
            derive.subsets && other > last->thread && isRead(partner.at) && isRead(last->at);
        if (!isSame && !isBeside)
          continue;
      }
      consider(partner.pair, partner.at, other);
    }
  }
  if (!isBack || last)
    return;
  // WW: others that were woken and want the same mutex (section 5.3.4).
  for (vm::ThreadId other = 0; other < count; ++other)
    if (other != thread && isAlive(machine, other) && !waitsForIt(strand, other)) {
      const vm::Pending &theirs = machine.thread(other).pending;
      if (takesBack(theirs) && theirs.second == pending.second)
        consider(pairs.pairOf(Conflict::Waiters, pending.location, theirs.location),
                 theirs.location, other);
    }
}

std::vector<Item> Derivation::itemsOf(Strand &strand, vm::ThreadId thread) {
  const vm::Machine &machine = *strand.machine;
  std::vector<Item> items;
  bool isFirst = true;
  for (const vm::Choice &choice : machine.choices()) {
    if (choice.thread != thread || std::exchange(isFirst, false))
      continue;
    Item item;
    item.kind = Conflict::Signal;
    item.way = choice;
    items.push_back(std::move(item));
  }
  if (!machine.asks())
    addGoals(strand, thread, items);
  std::ranges::sort(items, {}, [](const Item &item) {
    return std::tuple_cat(item.rank(), std::tuple(item.goal.thread, item.goal.at));
  });
  return items;
}

void Derivation::makePoint(Strand &strand, std::vector<Item> items, std::deque<Point> &points) {
  ++stats.states;
  Point point;
  point.strand = strand.copy();
  point.items = std::move(items);
  points.push_back(std::move(point));
}

} // namespace heddle::explore
