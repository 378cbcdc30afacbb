// Which write a read sees: equations 7 and 9 of paper 000, and the reductions of the choices.
#include "trace/predict_state.h"

#include "expr/builder.h"

#include <algorithm>

namespace heddle::trace {

using solver::Literal;

/// Whether the read may see the write, as far as the order of the events that is sure tells.
bool Prediction::State::isSeenBy(EventIndex write, EventIndex read, const MemoryCell &cell) const {
  if (write != noEvent && course.isBefore(read, write))
    return false;
  return std::ranges::none_of(cell.writes, [&](EventIndex other) {
    return other != write && other != read && course.isBefore(other, read) &&
           (write == noEvent || course.isBefore(write, other));
  });
}

/// Whether sections of one lock keep the write from the read: another write comes after it in its
/// section, or before the read in the read's.
bool Prediction::State::isHidden(EventIndex write, EventIndex read, const MemoryCell &cell) const {
  const vm::ThreadId reader = run.events[read].thread;
  if (write == noEvent || run.events[write].thread == reader)
    return false;
  const std::vector<Course::Held> ofWrite = course.heldAt(write);
  if (ofWrite.empty())
    return false;
  for (const Course::Held &mine : course.heldAt(read)) {
    const CriticalSection &own = course.locks.at(mine.lock)[mine.section];
    for (const Course::Held &held : ofWrite) {
      if (held.lock != mine.lock)
        continue;
      const CriticalSection &other = course.locks.at(held.lock)[held.section];
      if (own.isReading && other.isReading)
        continue;
      const auto isWithin = [&](EventIndex event, const CriticalSection &section) {
        return run.events[event].thread == section.thread &&
               course.place[section.acquire] < course.place[event] && section.release != noEvent &&
               course.place[event] < course.place[section.release];
      };
      for (const EventIndex one : cell.writes) {
        if (one == write || one == read)
          continue;
        if (isWithin(one, other) && course.place[one] > course.place[write])
          return true;
        if (run.events[one].thread == reader && course.place[one] > course.place[own.acquire] &&
            course.place[one] < course.place[read])
          return true;
      }
    }
  }
  return false;
}

void Prediction::State::findChoices() {
  choices.resize(run.events.size());
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const LiftedEvent &event = run.events[i];
    if (!event.reads() || course.cellsOf[i].empty())
      continue;
    ++figures.reads;
    if (event.lifted)
      readOf[static_cast<std::uint32_t>(event.lifted->value)] = i;
    for (const std::uint32_t number : course.cellsOf[i]) {
      const MemoryCell &cell = course.cells[number];
      std::vector<EventIndex> some = {noEvent};
      some.insert(some.end(), cell.writes.begin(), cell.writes.end());
      std::erase(some, i);
      figures.choices += some.size();
      if (options.reductions.order)
        std::erase_if(some, [&](EventIndex write) { return !isSeenBy(write, i, cell); });
      figures.afterOrder += some.size();
      if (options.reductions.locks && some.size() > 1)
        std::erase_if(some, [&](EventIndex write) { return isHidden(write, i, cell); });
      figures.afterLocks += some.size();
      choices[i].push_back(std::move(some));
    }
  }
}

expr::Ref Prediction::State::valueOf(EventIndex write, std::uint32_t number) {
  const auto [known, isNew] = values.try_emplace({write, number}, nullptr);
  if (isNew) {
    const MemoryCell &cell = course.cells[number];
    known->second = write == noEvent ? builder.constant(cell.initial, cell.bytes * 8)
                                     : substitution.apply(course.written(write, cell));
  }
  return known->second;
}

/// In the order of the run: a write that is the only one that a read can see came before it there.
void Prediction::State::fold() {
  conditions.resize(run.events.size());
  isMatched.resize(run.events.size());
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    const LiftedEvent &event = run.events[i];
    if (event.isCondition()) {
      ++figures.conditions;
      conditions[i] = substitution.apply(event.condition);
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
    substitution.set(static_cast<std::uint32_t>(event.lifted->value), value);
    ++figures.folded;
    // Its value is no question any more, but that the write comes first may be one.
    isMatched[i] = std::ranges::any_of(choices[i], [&](const auto &some) {
      return some.front() != noEvent && !course.isBefore(some.front(), i);
    });
  }
}

void Prediction::State::findCone(const std::vector<PairKey> &wanted) {
  isNeeded.resize(run.events.size());
  isCellOfInterest.resize(course.cells.size());
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
  for (const expr::Ref condition : conditions)
    need(condition);
  if (!options.reductions.cone)
    for (EventIndex i = 0; i < run.events.size(); ++i)
      if (!choices[i].empty() && !isNeeded[i]) {
        isNeeded[i] = true;
        todo.push_back(i);
      }
  while (!todo.empty()) {
    const EventIndex read = todo.back();
    todo.pop_back();
    ++figures.inCone;
    for (std::size_t part = 0; part < choices[read].size(); ++part)
      for (const EventIndex write : choices[read][part])
        need(valueOf(write, course.cellsOf[read][part]));
  }
  std::set<program::LocationId> targets;
  for (const PairKey &key : wanted)
    targets.insert(key.read);
  for (EventIndex i = 0; i < run.events.size(); ++i) {
    if (choices[i].empty())
      continue;
    isMatched[i] = isMatched[i] || isNeeded[i];
    if (isMatched[i] || targets.contains(run.events[i].location))
      for (const std::uint32_t cell : course.cellsOf[i])
        isCellOfInterest[cell] = true;
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
  for (const EventIndex other : cell.writes) {
    if (other == write || other == read)
      continue;
    const bool isAfter = options.reductions.order && course.isBefore(read, other);
    const bool isEarlier =
        options.reductions.order && write != noEvent && course.isBefore(other, write);
    if (isAfter || isEarlier)
      continue;
    const Literal away = any({formula.negate(executed(other)), before(read, other),
                              write == noEvent ? formula.no() : before(other, write)});
    formula.require(formula.implies(result, away));
  }
  if (isNeeded[read]) {
    const expr::Ref seen = substitution.apply(course.seen(read, cell));
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
