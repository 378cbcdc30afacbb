#include "trace/course.h"

#include "expr/builder.h"

#include <algorithm>
#include <set>

namespace heddle::trace {

using Op = program::OpKind;

namespace {

constexpr unsigned widest = 8; ///< Bytes of a cell.

} // namespace

/// A lock that a thread holds.
struct Course::Open {
  std::uint64_t depth = 0;
  std::size_t section = 0;
};

Course::Course(const LiftedRun &run) : run(run), gaps(run.gaps) {
  split();
  findSections();
  findClocks();
  findCells();
}

void Course::gap(const char *reason, const char *detail, EventIndex event) {
  const bool isKnown = std::ranges::any_of(gaps, [&](const vm::Gap &one) {
    return one.reason == reason && one.location == run.events[event].location;
  });
  if (!isKnown)
    gaps.push_back({reason, detail, run.events[event].location});
}

void Course::split() {
  place.resize(run.events.size());
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const vm::ThreadId thread = run.events[i].thread;
    if (thread >= threads.size())
      threads.resize(thread + std::size_t{1});
    place[i] = threads[thread].size();
    threads[thread].push_back(i);
  }
}

EventIndex Course::after(EventIndex event) const {
  const std::vector<EventIndex> &own = threads[run.events[event].thread];
  return place[event] + 1 < own.size() ? own[place[event] + 1] : noEvent;
}

EventIndex Course::before(EventIndex event) const {
  return place[event] ? threads[run.events[event].thread][place[event] - 1] : noEvent;
}

EventIndex Course::cancelOf(EventIndex exit) const {
  const LiftedEvent &event = run.events[exit];
  const auto found = cancels.find(event.thread);
  const bool isAsked = !event.isCondition() && event.kind == Op::ThreadExit &&
                       found != cancels.end() && found->second < exit;
  return isAsked ? found->second : noEvent;
}

void Course::findSections() {
  std::map<std::pair<vm::ThreadId, vm::Address>, Open> open;
  for (EventIndex i = 0; i < run.events.size(); ++i)
    if (!run.events[i].isCondition() && !run.events[i].isAccess())
      synchronise(i, open);
}

void Course::synchronise(EventIndex index,
                         std::map<std::pair<vm::ThreadId, vm::Address>, Open> &open) {
  const LiftedEvent &event = run.events[index];
  const auto take = [&](bool reading) {
    Open &own = open[{event.thread, event.address}];
    if (own.depth++)
      return;
    own.section = locks[event.address].size();
    locks[event.address].push_back({event.thread, index, noEvent, reading});
  };
  const auto drop = [&](vm::Address lock, bool all) {
    Open &own = open[{event.thread, lock}];
    if (own.depth && (all || own.depth == 1)) {
      locks[lock][own.section].release = index;
      own.depth = 0;
    } else if (own.depth) {
      --own.depth;
    }
  };
  switch (event.kind) {
  case Op::Lock: {
    if (event.result)
      return;
    const EventIndex last = before(index);
    const bool isBack = last != noEvent && (run.events[last].kind == Op::Wait ||
                                            run.events[last].kind == Op::TimedWait);
    if (isBack && !run.events[last].isCondition() && !run.events[last].result)
      for (ConditionWait &wait : waits[run.events[last].address])
        if (wait.wait == last)
          wait.back = index;
    return take(false);
  }
  case Op::TimedLock:
  case Op::TimedReadLock:
  case Op::TimedWriteLock:
    gap("time-out", "a lock is waited for with a time-out", index);
    if (!event.result)
      take(event.kind == Op::TimedReadLock);
    return;
  case Op::TryLock:
  case Op::TryReadLock:
  case Op::TryWriteLock:
    if (event.result)
      failedTries[event.address].push_back(index);
    else
      take(event.kind == Op::TryReadLock);
    return;
  case Op::ReadLock:
  case Op::WriteLock:
    if (!event.result)
      take(event.kind == Op::ReadLock);
    return;
  case Op::Unlock:
  case Op::RwUnlock:
    if (!event.result)
      drop(event.address, false);
    return;
  case Op::TimedWait:
    gap("time-out", "a condition variable is waited for with a time-out", index);
    [[fallthrough]];
  case Op::Wait:
    if (event.result) // It gives up, or wakes for no reason.
      return gap("time-out", "a wait ends without a signal", index);
    for (auto &[key, own] : open)
      if (key.first == event.thread && own.depth &&
          std::ranges::find(event.held, key.second) == event.held.end())
        drop(key.second, true);
    waits[event.address].push_back({index, noEvent});
    return;
  case Op::Signal:
  case Op::Broadcast:
    signals[event.address].push_back(index);
    return;
  case Op::SyncInit:
    semaphores[event.address].first = event.result;
    return;
  case Op::SemPost:
    semaphores[event.address].posts.push_back(index);
    return;
  case Op::SemTimedWait:
    gap("time-out", "a semaphore is waited for with a time-out", index);
    [[fallthrough]];
  case Op::SemWait:
  case Op::SemTryWait:
    if (event.result)
      semaphores[event.address].failures.push_back(index);
    else
      semaphores[event.address].takes.push_back(index);
    return;
  case Op::BarrierWait: {
    if (event.isPending)
      return;
    std::vector<BarrierRound> &rounds = barriers[event.address];
    if (rounds.empty() || rounds.back().isFull)
      rounds.emplace_back();
    rounds.back().arrivals.push_back(index);
    rounds.back().isFull = rounds.back().arrivals.size() >= semaphores[event.address].first;
    return;
  }
  case Op::Once:
    once[event.address].push_back(index);
    if (run.events[once[event.address].front()].thread != event.thread)
      gap("once", "several threads come to a pthread_once", index);
    return;
  case Op::Create:
    creations[event.other] = index;
    return;
  case Op::ThreadExit:
    exits[event.thread] = index;
    return;
  case Op::Join:
    joins.push_back(index);
    return;
  case Op::Cancel:
    cancels.emplace(event.other, index);
    return gap("cancel", "a thread is asked to end", index);
  default:
    return;
  }
}

void Course::findClocks() {
  clocks.resize(run.events.size());
  std::vector<std::vector<std::size_t>> now(threads.size(),
                                            std::vector<std::size_t>(threads.size()));
  const auto learn = [&](std::vector<std::size_t> &to, EventIndex from) {
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = std::max(to[i], clocks[from][i]);
    to[run.events[from].thread] = std::max(to[run.events[from].thread], place[from] + 1);
  };
  // Who leaves a round of a barrier knows of all who came to it. That each round has these threads
  // is sure only if there are no others.
  std::map<EventIndex, const BarrierRound *> leaving;
  for (const auto &[address, rounds] : barriers) {
    std::set<vm::ThreadId> who;
    std::size_t largest = 0;
    for (const BarrierRound &round : rounds) {
      for (const EventIndex arrival : round.arrivals)
        who.insert(run.events[arrival].thread);
      largest = std::max(largest, round.arrivals.size());
    }
    if (who.size() > largest)
      gap("barrier", "more threads than it waits for come to a barrier",
          rounds.front().arrivals.front());
    for (const BarrierRound &round : rounds)
      for (const EventIndex arrival : round.arrivals)
        if (const EventIndex next = after(arrival); round.isFull && next != noEvent)
          leaving[next] = &round;
  }
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const LiftedEvent &event = run.events[i];
    std::vector<std::size_t> &own = now[event.thread];
    std::vector<EventIndex> from;
    if (const auto creation = creations.find(event.thread);
        place[i] == 0 && creation != creations.end())
      from.push_back(creation->second);
    if (event.kind == Op::Join && !event.isCondition() && exits.contains(event.other))
      from.push_back(exits.at(event.other));
    if (const EventIndex cancel = cancelOf(i); cancel != noEvent)
      from.push_back(cancel);
    if (const auto round = leaving.find(i); round != leaving.end())
      std::ranges::copy_if(round->second->arrivals, std::back_inserter(from),
                           [&](EventIndex one) { return run.events[one].thread != event.thread; });
    for (const EventIndex one : from)
      learn(own, one);
    if (!from.empty())
      sources.emplace(i, std::move(from));
    own[event.thread] = place[i];
    clocks[i] = own;
  }
}

void Course::findCells() {
  cellsOf.resize(run.events.size());
  // Only places that somebody reads while they are shared.
  std::map<vm::Address, vm::Address> read; // Stretches: begin to end.
  const auto cover = [&](vm::Address begin, vm::Address end) {
    auto next = read.upper_bound(begin);
    if (next != read.begin() && std::prev(next)->second >= begin) {
      --next;
      begin = next->first;
      end = std::max(end, next->second);
      next = read.erase(next);
    }
    while (next != read.end() && next->first <= end) {
      end = std::max(end, next->second);
      next = read.erase(next);
    }
    read[begin] = end;
  };
  for (const LiftedEvent &event : run.events)
    if (event.reads() && event.shared)
      cover(event.address, event.address + event.size);
  const auto forStretches = [&](const LiftedEvent &event, const auto &what) {
    auto at = read.upper_bound(event.address);
    if (at != read.begin() && std::prev(at)->second > event.address)
      --at;
    for (; at != read.end() && at->first < event.address + event.size; ++at)
      what(std::max(at->first, event.address), std::min(at->second, event.address + event.size));
  };
  std::set<vm::Address> borders;
  for (const auto &[begin, end] : read)
    borders.insert({begin, end});
  const auto takesPart = [](const LiftedEvent &event) {
    return event.writes() || (event.reads() && event.shared);
  };
  for (const LiftedEvent &event : run.events)
    if (takesPart(event))
      forStretches(event,
                   [&](vm::Address begin, vm::Address end) { borders.insert({begin, end}); });
  std::map<vm::Address, std::uint32_t> at;
  for (const auto &[begin, end] : read)
    for (vm::Address from = begin; from < end;) {
      vm::Address to = std::min(end, *borders.upper_bound(from));
      to = std::min<vm::Address>(to, from + widest);
      at[from] = static_cast<std::uint32_t>(cells.size());
      cells.push_back({from, static_cast<unsigned>(to - from), 0, {}, {}});
      from = to;
    }
  std::vector<bool> isKnown(cells.size());
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const LiftedEvent &event = run.events[i];
    if (!takesPart(event))
      continue;
    forStretches(event, [&](vm::Address begin, vm::Address end) {
      for (auto one = at.lower_bound(begin); one != at.end() && one->first < end; ++one) {
        MemoryCell &cell = cells[one->second];
        cellsOf[i].push_back(one->second);
        if (!isKnown[one->second]) {
          const std::vector<std::uint8_t> &bytes = event.before;
          std::memcpy(&cell.initial, bytes.data() + (cell.begin - event.address), cell.bytes);
          isKnown[one->second] = true;
        }
        if (event.reads())
          cell.reads.push_back(i);
        if (event.writes())
          cell.writes.push_back(i);
      }
    });
  }
}

expr::Ref Course::written(EventIndex write, const MemoryCell &cell) const {
  const LiftedEvent &event = run.events[write];
  expr::Builder &b = run.builder();
  const std::uint64_t offset = cell.begin - event.address;
  expr::Ref value = nullptr;
  for (unsigned i = 0; i < cell.bytes; ++i) {
    expr::Ref byte = nullptr;
    for (const vm::SymbolicByte &one : event.wrote)
      if (one.offset == offset + i && one.value)
        byte = one.value;
    if (!byte)
      byte = b.constant(event.after[offset + i], 8);
    value = value ? b.concat(byte, value) : byte;
  }
  return value;
}

expr::Ref Course::seen(EventIndex read, const MemoryCell &cell) const {
  const LiftedEvent &event = run.events[read];
  expr::Builder &b = run.builder();
  const std::uint64_t offset = cell.begin - event.address;
  if (event.lifted)
    return b.extract(event.lifted, static_cast<unsigned>(offset * 8), cell.bytes * 8);
  std::uint64_t value = 0;
  std::memcpy(&value, event.before.data() + offset, cell.bytes);
  return b.constant(value, cell.bytes * 8);
}

std::vector<Course::Held> Course::heldAt(EventIndex event) const {
  std::vector<Held> result;
  const vm::ThreadId thread = run.events[event].thread;
  for (const auto &[lock, sections] : locks)
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const CriticalSection &one = sections[i];
      if (one.thread == thread && place[one.acquire] < place[event] &&
          (one.release == noEvent || place[event] < place[one.release]))
        result.push_back({lock, i});
    }
  return result;
}

} // namespace heddle::trace
