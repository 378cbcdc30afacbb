// What orders events: threads, locks, condition variables, semaphores, barriers (equations 2 to 5
// of paper 000).
#include "trace/predict_state.h"

#include <algorithm>

namespace heddle::trace {

using Op = program::OpKind;
using solver::Literal;
using solver::Position;

namespace {

/// Kinds of operations that an encoding speaks of.
bool isSynchronisation(Op kind) {
  switch (kind) {
  case Op::Lock:
  case Op::TryLock:
  case Op::TimedLock:
  case Op::Unlock:
  case Op::Wait:
  case Op::TimedWait:
  case Op::Signal:
  case Op::Broadcast:
  case Op::ReadLock:
  case Op::TryReadLock:
  case Op::TimedReadLock:
  case Op::WriteLock:
  case Op::TryWriteLock:
  case Op::TimedWriteLock:
  case Op::RwUnlock:
  case Op::SemWait:
  case Op::SemTryWait:
  case Op::SemTimedWait:
  case Op::SemPost:
  case Op::BarrierWait:
  case Op::Once:
  case Op::Create:
  case Op::Join:
  case Op::ThreadExit:
  case Op::Cancel:
  case Op::Free:
    return true;
  default:
    return false;
  }
}

} // namespace

void Prediction::State::chooseItems() {
  items.resize(run.events.size());
  std::set<EventIndex> behindBarriers;
  for (const auto &[address, rounds] : course.barriers)
    for (const BarrierRound &round : rounds)
      for (const EventIndex arrival : round.arrivals)
        if (const EventIndex next = course.after(arrival); next != noEvent)
          behindBarriers.insert(next);
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const LiftedEvent &event = run.events[i];
    bool isWanted = behindBarriers.contains(i);
    if (event.isCondition())
      isWanted = true; // Other executions may differ from this one there.
    else if (event.isAccess())
      isWanted |= isSpokenOf[i] && !course.cellsOf[i].empty();
    else
      isWanted |= isSynchronisation(event.kind);
    // The first and the last event of a thread stand for its beginning and end.
    isWanted |= course.place[i] == 0;
    items[i] = isWanted;
    if (!event.isCondition())
      mostItems += isWanted || (event.isAccess() && !course.cellsOf[i].empty());
  }
}

Literal Prediction::State::executedBefore(EventIndex event) const {
  for (EventIndex last = course.before(event); last != noEvent; last = course.before(last))
    if (isItem(last))
      return executed(last);
  return formula.yes();
}

void Prediction::State::encodeThreads() {
  doneLiterals.resize(run.events.size());
  leaders.resize(run.events.size());
  lasts.resize(run.events.size());
  positions.resize(run.events.size());
  hasPosition.resize(run.events.size());
  for (const std::vector<EventIndex> &thread : course.threads) {
    EventIndex last = noEvent;       // The last item,
    EventIndex positioned = noEvent; // and the last one with a position.
    EventIndex leader = noEvent;     // Of the operation that is under way.
    for (const EventIndex event : thread) {
      if (!run.events[event].atOnce && !run.events[event].isCondition())
        leader = noEvent;
      if (!isItem(event))
        continue;
      doneLiterals[event] = formula.fresh();
      if (last != noEvent)
        formula.require(formula.implies(executed(event), executed(last)));
      last = event;
      if (run.events[event].isCondition()) {
        // One needs a position of its own only where other threads' events come before it.
        const EventIndex previous = course.before(event);
        // What an operation decides by what it reads is part of it.
        if (previous != noEvent && previous == positioned &&
            run.events[previous].location == run.events[event].location)
          lasts[leaders[previous]] = event;
        if (previous != noEvent && run.events[previous].kind != Op::BarrierWait)
          continue;
        leader = noEvent;
      }
      hasPosition[event] = true;
      if (leader == noEvent) {
        leader = event;
        positions[event] = formula.position();
        ++figures.events;
        leaders[event] = event;
        if (positioned != noEvent)
          formula.require(before(positioned, event));
      }
      leaders[event] = leader;
      lasts[leader] = event;
      positioned = event;
    }
  }
  for (const auto &[thread, creation] : course.creations)
    if (thread < course.threads.size() && !course.threads[thread].empty())
      edge(creation, course.threads[thread].front());
  for (const EventIndex join : course.joins) {
    const auto exit = course.exits.find(run.events[join].other);
    if (exit != course.exits.end())
      edge(exit->second, join);
  }
  for (const auto &[thread, exit] : course.exits)
    if (const EventIndex cancel = course.cancelOf(exit); cancel != noEvent)
      edge(cancel, exit);
  for (const auto &[address, rounds] : course.barriers)
    for (const BarrierRound &round : rounds)
      for (const EventIndex arrival : round.arrivals) {
        const EventIndex next = course.after(arrival);
        for (const EventIndex other : round.arrivals)
          if (next != noEvent && other != arrival)
            edge(other, next);
      }
  // Who runs the routine of a once has done so, as far as it had in the run, before others go by.
  for (const auto &[address, all] : course.once)
    for (std::size_t i = 1; i < all.size(); ++i) {
      const vm::ThreadId runner = run.events[all.front()].thread;
      if (run.events[all[i]].thread == runner)
        continue;
      EventIndex last = all.front();
      for (const EventIndex event : course.threads[runner])
        if (event < all[i] && isItem(event) && hasPosition[event])
          last = event;
      edge(last, all[i]);
    }
}

/// The first comes before the second, and happens if that does.
void Prediction::State::edge(EventIndex from, EventIndex to) {
  formula.require(formula.implies(executed(to), executed(from)));
  formula.require(before(from, to));
}

void Prediction::State::encodeLocks() {
  for (const auto &[address, sections] : course.locks)
    for (std::size_t i = 0; i < sections.size(); ++i)
      for (std::size_t j = i + 1; j < sections.size(); ++j) {
        const CriticalSection &a = sections[i];
        const CriticalSection &b = sections[j];
        if (a.thread == b.thread || (a.isReading && b.isReading))
          continue;
        ++sectionPairs;
        if (options.reductions.transitive &&
            ((a.release != noEvent && isBefore(a.release, b.acquire)) ||
             (b.release != noEvent && isBefore(b.release, a.acquire))))
          continue;
        ++pairsApart;
        const auto first = [&](const CriticalSection &one, const CriticalSection &other) {
          return one.release == noEvent
                     ? formula.no()
                     : all({executed(one.release), before(one.release, other.acquire)});
        };
        formula.require(any({formula.negate(executed(a.acquire)),
                             formula.negate(executed(b.acquire)), first(a, b), first(b, a)}));
      }
  for (const auto &[address, tries] : course.failedTries)
    for (const EventIndex failed : tries)
      formula.require(
          formula.implies(executed(failed), isHeld(failed, positionOf(failed),
                                                   run.events[failed].kind == Op::TryReadLock)));
}

Literal Prediction::State::isHeld(EventIndex event, Position when, bool reading) {
  std::vector<Literal> some;
  const auto sections = course.locks.find(run.events[event].address);
  if (sections == course.locks.end())
    return formula.no();
  for (const CriticalSection &one : sections->second) {
    if (one.acquire == event || (reading && one.isReading))
      continue;
    const Literal taken =
        all({executed(one.acquire), formula.before(positionOf(one.acquire), when)});
    const Literal kept = one.release == noEvent
                             ? formula.yes()
                             : any({formula.negate(executed(one.release)),
                                    formula.before(when, positionOf(one.release))});
    some.push_back(all({taken, kept}));
  }
  return formula.any(some);
}

/// Equations 4 and 5, and what the paper leaves to them: a signal wakes somebody if anybody waits,
/// and a broadcast all who do.
void Prediction::State::encodeWaits() {
  for (const auto &[address, waits] : course.waits) {
    const auto found = course.signals.find(address);
    const std::vector<EventIndex> none;
    const std::vector<EventIndex> &signals = found == course.signals.end() ? none : found->second;
    // By wait and signal: whether it wakes it.
    std::vector<std::vector<Literal>> wakes(waits.size());
    for (std::size_t w = 0; w < waits.size(); ++w) {
      const ConditionWait &wait = waits[w];
      std::vector<Literal> some;
      for (const EventIndex signal : signals) {
        const Literal one = formula.fresh();
        wakes[w].push_back(one);
        formula.require(formula.implies(
            one, all({executed(wait.wait), executed(signal), before(wait.wait, signal)})));
        if (wait.back != noEvent)
          some.push_back(all({one, before(signal, wait.back)}));
      }
      if (wait.back != noEvent)
        formula.require(formula.implies(executed(wait.back), formula.any(some)));
      for (std::size_t s = 0; s < signals.size(); ++s)
        for (std::size_t other = s + 1; other < signals.size(); ++other)
          formula.require(any({formula.negate(wakes[w][s]), formula.negate(wakes[w][other])}));
    }
    for (std::size_t s = 0; s < signals.size(); ++s) {
      const bool isBroadcast = run.events[signals[s]].kind == Op::Broadcast;
      std::vector<Literal> anybody;
      for (std::size_t w = 0; w < waits.size(); ++w)
        anybody.push_back(wakes[w][s]);
      const Literal wakesOne = formula.any(anybody);
      for (std::size_t w = 0; w < waits.size(); ++w) {
        for (std::size_t other = w + 1; other < waits.size() && !isBroadcast; ++other)
          formula.require(any({formula.negate(wakes[w][s]), formula.negate(wakes[other][s])}));
        std::vector<Literal> earlier;
        for (std::size_t t = 0; t < signals.size(); ++t)
          if (t != s)
            earlier.push_back(all({wakes[w][t], before(signals[t], signals[s])}));
        const Literal isWaiting =
            all({executed(signals[s]), executed(waits[w].wait), before(waits[w].wait, signals[s]),
                 formula.negate(formula.any(earlier))});
        formula.require(formula.implies(isWaiting, isBroadcast ? wakes[w][s] : wakesOne));
      }
    }
  }
}

/// Each that takes has a post, or a part of what was there at first, of its own.
void Prediction::State::encodeSemaphores() {
  for (const auto &[address, semaphore] : course.semaphores) {
    if (semaphore.takes.empty() && semaphore.failures.empty())
      continue;
    const std::size_t first = std::min<std::size_t>(semaphore.first, semaphore.takes.size());
    const std::size_t tokens = first + semaphore.posts.size();
    std::vector<std::vector<Literal>> has(semaphore.takes.size());
    for (std::size_t t = 0; t < semaphore.takes.size(); ++t) {
      const EventIndex take = semaphore.takes[t];
      std::vector<Literal> some = {formula.negate(executed(take))};
      for (std::size_t k = 0; k < tokens; ++k) {
        const Literal one = formula.fresh();
        has[t].push_back(one);
        some.push_back(one);
        formula.require(formula.implies(one, executed(take)));
        if (k >= first) {
          const EventIndex post = semaphore.posts[k - first];
          formula.require(formula.implies(one, all({executed(post), before(post, take)})));
        }
        for (std::size_t other = 0; other < t; ++other)
          formula.require(any({formula.negate(one), formula.negate(has[other][k])}));
      }
      formula.require(formula.any(some));
    }
    for (const EventIndex failure : semaphore.failures)
      for (std::size_t k = 0; k < semaphore.first + semaphore.posts.size(); ++k) {
        std::vector<Literal> gone = {formula.negate(executed(failure))};
        if (k >= semaphore.first) {
          const EventIndex post = semaphore.posts[k - semaphore.first];
          gone.push_back(formula.negate(executed(post)));
          gone.push_back(before(failure, post));
        }
        const std::size_t token = k < semaphore.first ? k : first + k - semaphore.first;
        for (std::size_t t = 0; t < semaphore.takes.size() && token < tokens; ++t)
          if (k >= semaphore.first || k < first)
            gone.push_back(all({has[t][token], before(semaphore.takes[t], failure)}));
        formula.require(formula.any(gone));
      }
  }
}

/// What was accessed before memory was given back in the run is accessed before it.
void Prediction::State::encodeFrees() {
  for (EventIndex free = 0; free < run.events.size(); ++free) {
    const LiftedEvent &event = run.events[free];
    if (event.isCondition() || event.kind != Op::Free || !event.address)
      continue;
    for (EventIndex i = 0; i < free; ++i)
      if (run.events[i].isAccess() && isItem(i) && run.events[i].thread != event.thread &&
          vm::idOf(run.events[i].address) == vm::idOf(event.address) && !isBefore(i, free))
        formula.require(
            any({formula.negate(executed(free)), formula.negate(executed(i)), before(i, free)}));
  }
}

} // namespace heddle::trace
