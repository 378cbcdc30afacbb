#include "explore/rerun.h"

#include <algorithm>

namespace heddle::explore {

void Rerun::start() {
  machine.start();
  firstEffects = machine.effects();
  root = machine.mark();
  graph.restart();
  graph.reserve(0, 0, 0);
  run(0, 0, true, {});
}

void Rerun::step(vm::ThreadId thread, const Asked &asked) {
  sidesTaken.clear();
  sidesThere.clear();
  guesses.clear();
  guessed = 0;
  waysThere = waysOf(thread);
  run(thread, asked.way, false, asked);
}

std::uint32_t Rerun::waysOf(vm::ThreadId thread) const {
  return static_cast<std::uint32_t>(std::ranges::count_if(
      machine.choices(), [&](const vm::Choice &choice) { return choice.thread == thread; }));
}

bool Rerun::isPossible(vm::Choice choice) const {
  return std::ranges::find(machine.choices(), choice) != machine.choices().end();
}

void Rerun::take(Step &step) {
  collector.look(machine, path);
  graph.add(machine.effects());
  step.effects.insert(step.effects.end(), machine.effects().begin(), machine.effects().end());
}

void Rerun::run(vm::ThreadId thread, std::uint32_t way, bool isFirst, const Asked &asked) {
  Step step;
  step.path = path.size();
  step.mark = isFirst ? root : machine.mark();
  cursors.clear();
  if (isFirst) {
    graph.beginFirst();
    collector.look(machine, path);
    graph.add(firstEffects);
    step.effects = firstEffects;
  } else {
    graph.begin(thread);
    path.push_back({thread, way, false});
    machine.take(path.back());
    take(step);
  }
  step.event = graph.inStep.front();
  if (!graph.events[step.event].isRecorded)
    graph.events[step.event].way = way;
  while (machine.asks()) {
    const vm::ThreadCore &core = machine.thread(machine.choices().front().thread);
    const void *condition = core.pending.phase == vm::Phase::Branch ? core.branch : nullptr;
    const std::uint32_t side = chooseSide(asked);
    if (condition)
      step.sides.push_back({condition, program::noLocation, side});
    path.push_back(machine.choices()[side]);
    machine.take(path.back());
    take(step);
  }
  // If the object that comes next were gone, that would be found out now.
  for (const GraphId id : graph.inStep) {
    const vm::ThreadId which = graph.events[id].thread;
    const vm::ThreadCore &core = machine.thread(which);
    const vm::Pending &pending = core.pending;
    if (core.status == vm::ThreadStatus::Ready && pending.phase == vm::Phase::Start &&
        pending.kind >= program::OpKind::Read && pending.kind <= program::OpKind::BulkCopy)
      graph.lookAhead(id, {pending.address, std::max(pending.size, 1u)});
  }
  graph.end();
  step.events = graph.inStep;
  line.push_back(std::move(step));
}

/// What the events have decided of a condition, whichever of them was asked.
std::optional<std::uint32_t> Rerun::decided(const void *condition, std::uint32_t count) const {
  for (const GraphEvent &event : graph.events)
    for (const GraphEvent::Side &side : event.sides)
      if (condition && side.condition == condition && side.side < count)
        return side.side;
  return std::nullopt;
}

std::uint32_t Rerun::chooseSide(const Asked &asked) {
  const vm::ThreadId thread = machine.choices().front().thread;
  const auto count = static_cast<std::uint32_t>(machine.choices().size());
  const vm::ThreadCore &core = machine.thread(thread);
  const program::LocationId location = core.pending.location;
  const void *condition = core.pending.phase == vm::Phase::Branch ? core.branch : nullptr;
  if (const std::optional<std::uint32_t> side = decided(condition, count))
    return *side;
  // Whoever waits in a loop may be asked in the step of another.
  GraphId id = graph.eventOf(thread);
  if (id == nobody || graph.events[id].isRecorded)
    id = graph.inStep.front();
  GraphEvent &event = graph.events[id];
  if (!event.isRecorded) {
    const std::size_t nth = sidesTaken.size();
    const std::uint32_t side =
        nth < asked.sides.size() && asked.sides[nth] < count ? asked.sides[nth] : 0;
    sidesTaken.push_back(side);
    sidesThere.push_back(count);
    event.sides.push_back({condition, location, side});
    return side;
  }
  auto cursor = std::ranges::find(cursors, id, &std::pair<GraphId, std::size_t>::first);
  if (cursor == cursors.end())
    cursor = cursors.insert(cursors.end(), {id, 0});
  for (std::size_t i = cursor->second; i < event.sides.size() && !condition; ++i)
    if (!event.sides[i].condition && event.sides[i].location == location &&
        event.sides[i].side < count) {
      cursor->second = i + 1;
      return event.sides[i].side;
    }
  return guess(count, condition, location);
}

std::uint32_t Rerun::guess(std::uint32_t count, const void *condition,
                           program::LocationId location) {
  if (guessed == guesses.size())
    guesses.push_back({0, count});
  const std::uint32_t side = std::min(guesses[guessed++].side, count - 1);
  guessedSides.push_back({condition, location, side});
  return side;
}

bool nextGuesses(std::vector<Asked::Guess> &guesses) {
  while (!guesses.empty() && ++guesses.back().side >= guesses.back().count)
    guesses.pop_back();
  return !guesses.empty();
}

void Rerun::cut(std::size_t steps) {
  if (steps < line.size()) {
    machine.back(line[steps].mark);
    if (steps)
      machine.drop(line[steps].mark);
    path.resize(line[steps].path);
    line.resize(steps);
  }
}

/// The graph knows what happened so far.
void Rerun::rebuild() {
  graph.restart();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i)
      graph.begin(graph.events[line[i].event].thread);
    else
      graph.beginFirst();
    graph.add(line[i].effects);
    graph.end();
  }
  graph.hasDiffered = false;
}

Rerun::Outcome Rerun::follow(std::span<const GraphId> order, GraphId fresh, vm::ThreadId thread,
                             const Asked &asked) {
  guesses = asked.guesses;
  while (true) {
    const std::size_t size = graph.events.size();
    const Outcome outcome = followOnce(order, fresh, thread, asked);
    guesses.resize(guessed);
    if (outcome != Outcome::Differs || !nextGuesses(guesses))
      return outcome;
    graph.retract(size);
  }
}

/// Whether a step is as it was when it was run: all that was decided in it is decided.
bool Rerun::isStill(const Step &step) const {
  return std::ranges::all_of(
             step.events,
             [&](GraphId id) { return id < graph.events.size() && graph.events[id].exists; }) &&
         std::ranges::all_of(step.sides, [&](const GraphEvent::Side &side) {
           return decided(side.condition, side.side + 1) == side.side;
         });
}

Rerun::Outcome Rerun::followOnce(std::span<const GraphId> order, GraphId fresh, vm::ThreadId thread,
                                 const Asked &asked) {
  std::vector<GraphId> steps;
  for (const GraphId id : order)
    if (id == 0 || id == fresh || !graph.events[id].isSilent())
      steps.push_back(id);
  std::size_t common = 0;
  while (common < line.size() && common < steps.size() && line[common].event == steps[common] &&
         steps[common] != fresh && isStill(line[common]))
    ++common;
  cut(common);
  rebuild();
  sidesTaken.clear();
  sidesThere.clear();
  guessed = 0;
  guessedSides.clear();
  for (std::size_t i = common; i < steps.size(); ++i) {
    if (i == 0) {
      run(0, 0, true, asked);
    } else if (steps[i] == fresh) {
      waysThere = waysOf(thread);
      if (asked.way >= waysThere)
        return Outcome::Disabled;
      run(thread, asked.way, false, asked);
    } else {
      const GraphEvent &event = graph.events[steps[i]];
      if (!isPossible({event.thread, event.way, false}))
        return Outcome::Differs;
      run(event.thread, event.way, false, asked);
    }
    if (graph.hasDiffered)
      return Outcome::Differs;
  }
  // Inputs that go together no more may make an event do something else, unasked.
  if (!hasAll())
    return Outcome::Differs;
  // From now on that is decided.
  if (!guessedSides.empty()) {
    std::vector<GraphEvent::Side> &sides = graph.events.back().sides;
    sides.insert(sides.end(), guessedSides.begin(), guessedSides.end());
  }
  return Outcome::Done;
}

bool Rerun::hasAll() const {
  std::size_t happened = 0;
  for (const Step &step : line)
    happened += step.events.size();
  return happened ==
         static_cast<std::size_t>(std::ranges::count(graph.events, true, &GraphEvent::exists));
}

std::vector<GraphId> Rerun::order() const {
  std::vector<GraphId> result;
  for (const Step &step : line)
    result.insert(result.end(), step.events.begin(), step.events.end());
  return result;
}

void Rerun::lookAhead(vm::ThreadId thread, std::vector<vm::Effect> &out) {
  const std::uint32_t ways = waysOf(thread);
  for (std::uint32_t way = 0; way < ways; ++way) {
    const std::size_t mark = machine.mark();
    machine.take({thread, way, false});
    for (const vm::Effect &effect : machine.effects())
      if (effect.thread == thread)
        out.push_back(effect);
    machine.takeFaults(); // They are found when it is taken.
    machine.takeGaps();
    machine.back(mark);
    machine.drop(mark);
  }
}

} // namespace heddle::explore
