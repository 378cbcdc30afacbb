// Which write a read sees: equations 7 and 9 of paper 000, and the reductions of the choices.
#include "trace/predict_state.h"

#include "expr/builder.h"

#include <algorithm>

namespace heddle::trace {

using solver::Literal;

/// The last write of the thread to the cell that surely comes before the read.
EventIndex Prediction::State::lastBefore(EventIndex read, std::uint32_t number,
                                         vm::ThreadId thread) const {
  const std::vector<EventIndex> &own = writesBy[number][thread];
  const auto after =
      std::ranges::partition_point(own, [&](EventIndex write) { return isBefore(write, read); });
  return after == own.begin() ? noEvent : *std::prev(after);
}

/// Whether a write that surely comes before the read surely overwrites this one before that. The
/// last one of each thread tells it.
bool Prediction::State::isOverwritten(EventIndex write, EventIndex read,
                                      std::uint32_t number) const {
  if (write != noEvent && !isBefore(write, read))
    return false;
  const auto threads = static_cast<vm::ThreadId>(writesBy[number].size());
  for (vm::ThreadId thread = 0; thread < threads; ++thread) {
    const EventIndex last = lastBefore(read, number, thread);
    if (last != noEvent && last != write && (write == noEvent || isBefore(write, last)))
      return true;
  }
  return false;
}

/// Whether sections of one lock keep the write from the read: another write comes after it in its
/// section, or before the read in the read's.
bool Prediction::State::isHidden(EventIndex write, EventIndex read, std::uint32_t number) {
  const vm::ThreadId reader = run.events[read].thread;
  if (write == noEvent || run.events[write].thread == reader)
    return false;
  const vm::ThreadId writer = run.events[write].thread;
  const std::vector<Course::Held> &ofWrite = heldAt(write);
  if (ofWrite.empty())
    return false;
  const std::vector<EventIndex> &others = writesBy[number][writer];
  const auto next = std::ranges::upper_bound(others, write);
  const EventIndex own = lastBefore(read, number, reader);
  for (const Course::Held &mine : heldAt(read)) {
    const CriticalSection &readers = course.locks.at(mine.lock)[mine.section];
    for (const Course::Held &held : ofWrite) {
      if (held.lock != mine.lock)
        continue;
      const CriticalSection &writers = course.locks.at(held.lock)[held.section];
      if (readers.isReading && writers.isReading)
        continue;
      // A section without an end in the run goes on behind the write.
      if (next != others.end() && *next != read && writers.release != noEvent &&
          course.place[*next] < course.place[writers.release])
        return true;
      if (own != noEvent && course.place[own] > course.place[readers.acquire])
        return true;
    }
  }
  return false;
}

const std::vector<Course::Held> &Prediction::State::heldAt(EventIndex event) {
  const auto [known, isNew] = locksHeld.try_emplace(event);
  if (isNew)
    known->second = course.heldAt(event);
  return known->second;
}

void Prediction::State::findWrites() {
  writesBy.resize(course.cells.size());
  for (std::size_t number = 0; number < course.cells.size(); ++number) {
    writesBy[number].resize(course.threads.size());
    for (const EventIndex write : course.cells[number].writes)
      writesBy[number][run.events[write].thread].push_back(write);
  }
}

void Prediction::State::findChoices() {
  choices.assign(run.events.size(), {});
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const LiftedEvent &event = run.events[i];
    if (!event.reads() || course.cellsOf[i].empty())
      continue;
    ++figures.reads;
    if (event.lifted)
      readOf[static_cast<std::uint32_t>(event.lifted->value)] = i;
    for (const std::uint32_t number : course.cellsOf[i]) {
      std::vector<EventIndex> some = {noEvent};
      some.insert(some.end(), course.cells[number].writes.begin(),
                  course.cells[number].writes.end());
      std::erase(some, i);
      count(figures.before, i, number, some);
      const auto drop = [&](bool Reductions::*which, const auto &isNone) {
        if (options.reductions.*which && some.size() > 1)
          std::erase_if(some, isNone);
        count(after(which), i, number, some);
      };
      const auto isLater = [&](EventIndex write) { return write != noEvent && isBefore(i, write); };
      const auto isOver = [&](EventIndex write) { return isOverwritten(write, i, number); };
      sure = &course.known();
      drop(&Reductions::order, isLater);
      drop(&Reductions::overwrite, isOver);
      sure = &clocks;
      drop(&Reductions::values, [&](EventIndex write) { return isLater(write) || isOver(write); });
      drop(&Reductions::locks, [&](EventIndex write) { return isHidden(write, i, number); });
      choices[i].push_back(std::move(some));
    }
  }
}

expr::Ref Prediction::State::valueOf(EventIndex write, std::uint32_t number) {
  const auto [known, isNew] = values.try_emplace({write, number}, nullptr);
  if (isNew) {
    const MemoryCell &cell = course.cells[number];
    known->second = write == noEvent ? builder.constant(cell.initial, cell.bytes * 8)
                                     : substitution->apply(course.written(write, cell));
  }
  return known->second;
}

/// In the order of the run: a write that is the only one that a read can see came before it there.
void Prediction::State::fold() {
  substitution.emplace(builder);
  if (options.isQuick)
    for (const LiftedInput &input : run.inputs)
      substitution->set(
          input.number,
          builder.constant(run.given.at({input.thread, input.nth})[input.part], input.width));
  values.clear();
  conditions.resize(run.events.size());
  isMatched.assign(run.events.size(), false);
  isFolded.assign(run.events.size(), false);
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const LiftedEvent &event = run.events[i];
    if (event.isCondition()) {
      ++figures.conditions;
      conditions[i] = substitution->apply(event.condition);
      figures.open += !conditions[i]->isConstant();
    }
    const bool isOnly =
        event.lifted && !choices[i].empty() &&
        std::ranges::all_of(choices[i], [](const auto &some) { return some.size() == 1; });
    if (!options.reductions.fold || !isOnly)
      continue;
    expr::Ref value = nullptr;
    for (std::size_t part = 0; part < choices[i].size(); ++part) {
      const expr::Ref one = valueOf(choices[i][part].front(), course.cellsOf[i][part]);
      value = value ? builder.concat(one, value) : one;
    }
    if (value->width != event.lifted->width)
      continue;
    substitution->set(static_cast<std::uint32_t>(event.lifted->value), value);
    isFolded[i] = true;
    ++figures.folded;
    // Its value is no question any more, but that the write comes first may be one.
    isMatched[i] = std::ranges::any_of(choices[i], [&](const auto &some) {
      return some.front() != noEvent && !isBefore(some.front(), i);
    });
  }
}

void Prediction::State::findCone() {
  isNeeded.resize(run.events.size());
  std::vector<EventIndex> todo;
  const auto need = [&](expr::Ref node) {
    if (!node || !node->support)
      return;
    for (const std::uint32_t input : node->support->inputs)
      if (const auto read = readOf.find(input); read != readOf.end() && !isNeeded[read->second]) {
        isNeeded[read->second] = true;
        todo.push_back(read->second);
      }
  };
  isAvoided.resize(run.events.size());
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const expr::Ref condition = conditions[i];
    isAvoided[i] = options.isQuick && condition && !condition->isConstant() && isHard(condition);
    if (!isAvoided[i])
      need(condition);
  }
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    // What has no unknown kept its value, and all behind it hangs on that.
    const bool isKept =
        !run.events[i].lifted &&
        std::ranges::any_of(choices[i], [](const auto &some) { return some.size() > 1; });
    if (!choices[i].empty() && !isNeeded[i] && (isKept || !options.reductions.cone)) {
      isNeeded[i] = true;
      todo.push_back(i);
    }
  }
  while (!todo.empty()) {
    const EventIndex read = todo.back();
    todo.pop_back();
    ++figures.inCone;
    for (std::size_t part = 0; part < choices[read].size(); ++part)
      for (const EventIndex write : choices[read][part])
        need(valueOf(write, course.cellsOf[read][part]));
  }
}

/// The accesses that a condition, or a question about one of these pairs, speaks of.
void Prediction::State::findSpokenOf(const std::vector<PairKey> &wanted) {
  const std::set<PairKey> asked(wanted.begin(), wanted.end());
  isSpokenOf.resize(run.events.size(), !options.reductions.variables);
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    if (choices[i].empty())
      continue;
    const bool wasMatched = isMatched[i];
    isMatched[i] = wasMatched || isNeeded[i];
    for (std::size_t part = 0; part < choices[i].size(); ++part) {
      const std::uint32_t cell = course.cellsOf[i][part];
      std::vector<EventIndex> some = choices[i][part];
      // One that is folded is no question, but that its write comes first may be one.
      if (!isFolded[i] || wasMatched)
        count(after(&Reductions::fold), i, cell, some);
      if (!isMatched[i])
        std::erase_if(some, [&](EventIndex write) {
          return !asked.contains(
              {write == noEvent ? program::noLocation : run.events[write].location,
               run.events[i].location});
        });
      if (!isFolded[i] || wasMatched)
        count(after(&Reductions::cone), i, cell, some);
      if (some.empty())
        continue;
      isSpokenOf[i] = true;
      EncodingSize &last = after(&Reductions::transitive);
      for (const EventIndex write : some) {
        if (write != noEvent)
          isSpokenOf[write] = true;
        const std::vector<EventIndex> others = othersOf(i, cell, write);
        for (const EventIndex other : others)
          isSpokenOf[other] = true;
        if (!isFolded[i] || wasMatched)
          last.constraints += others.size() + (write == noEvent ? 0 : 1);
      }
    }
  }
}

/// The writes that a read of another one has to be told apart from. What is nearer to it in its
/// thread keeps those away that are farther.
std::vector<EventIndex> Prediction::State::othersOf(EventIndex read, std::uint32_t number,
                                                    EventIndex write) const {
  std::vector<EventIndex> others;
  const auto isOther = [&](EventIndex one) { return one != write && one != read; };
  if (!options.reductions.transitive) {
    std::ranges::copy_if(course.cells[number].writes, std::back_inserter(others), isOther);
    return others;
  }
  const auto threads = static_cast<vm::ThreadId>(writesBy[number].size());
  for (vm::ThreadId thread = 0; thread < threads; ++thread) {
    const EventIndex last = lastBefore(read, number, thread);
    for (const EventIndex one : writesBy[number][thread]) {
      // After the read, or before the write: it comes in between in no order.
      if (!isOther(one) || isBefore(read, one) || (write != noEvent && isBefore(one, write)))
        continue;
      // Before the read anyway, and before another such: that one is to come before the write.
      if (last != noEvent && one < last)
        continue;
      others.push_back(one);
      // After the write, and so is all that the thread does then.
      if (write == noEvent || isBefore(write, one))
        break;
    }
  }
  return others;
}

/// What it takes to encode, without reductions of the order, which of these a read sees.
void Prediction::State::count(EncodingSize &size, EventIndex read, std::uint32_t number,
                              const std::vector<EventIndex> &writes) const {
  const std::vector<EventIndex> &all = course.cells[number].writes;
  size.pairs += writes.size();
  size.constraints += writes.size() * (all.size() - (run.events[read].writes() ? 1 : 0));
}

void Prediction::State::countOrder() {
  const auto add = [](EncodingSize &size, std::uint64_t constraints) {
    size.constraints += constraints;
  };
  EncodingSize &cone = after(&Reductions::cone);
  EncodingSize &last = after(&Reductions::transitive);
  after(&Reductions::variables) = cone;
  last.pairs = cone.pairs;
  std::uint64_t events = 0;
  for (EventIndex i = 0; i < run.events.size(); ++i)
    events += !run.events[i].isCondition() && isItem(i);
  add(figures.before, sectionPairs + mostItems);
  for (EncodingSize &size : figures.after) {
    const bool isLater = &size >= &after(&Reductions::variables);
    add(size, (&size == &last ? pairsApart : sectionPairs) + (isLater ? events : mostItems));
  }
}

Literal Prediction::State::reads(EventIndex read, std::uint32_t number, EventIndex write) {
  const auto known = sees.find({read, number, write});
  if (known != sees.end())
    return known->second;
  const Literal result = formula.fresh();
  sees.emplace(std::tuple(read, number, write), result);
  const MemoryCell &cell = course.cells[number];
  if (write != noEvent) {
    const bool isOne = leaders[write] == leaders[read];
    formula.require(formula.implies(result, isOne ? executed(write) : wholly(write)));
    formula.require(formula.implies(result, before(write, read)));
  }
  for (const EventIndex other : othersOf(read, number, write)) {
    const Literal away = any({formula.negate(executed(other)), before(read, other),
                              write == noEvent ? formula.no() : before(other, write)});
    formula.require(formula.implies(result, away));
  }
  if (isNeeded[read]) {
    const expr::Ref seen = substitution->apply(course.seen(read, cell));
    const expr::Ref value = valueOf(write, number);
    if (seen != value)
      formula.require(formula.implies(result, formula.truth(builder.equal(seen, value))));
  }
  return result;
}

void Prediction::State::encodeReads() {
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    if (!isMatched[i] || !isItem(i))
      continue;
    for (std::size_t part = 0; part < choices[i].size(); ++part) {
      std::vector<Literal> some = {formula.negate(executed(i))};
      for (const EventIndex write : choices[i][part])
        some.push_back(reads(i, course.cellsOf[i][part], write));
      formula.require(formula.any(some));
    }
  }
}

} // namespace heddle::trace
