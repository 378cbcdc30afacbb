// The end of an execution, and what it tells of steps that could be seen by others.
#include "explore/loop.h"
#include "explore/reads_conflict.h"
#include "explore/reads_search.h"

#include <algorithm>

namespace heddle::explore {

ReadsSearch::Way ReadsSearch::end() {
  if (!settleEnd()) {
    ++stats.blocked;
    return Way::Ended;
  }
  judgeEmptyRounds();
  countEnd(machine, stats);
  if (options.atEnd)
    options.atEnd(machine, rerun.path);
  return Way::Ended;
}

/// Whether a thread came to nothing depends on whether its stores changed anything: on the order of
/// writes, which is not told apart.
void ReadsSearch::judgeEmptyRounds() {
  const auto writesWhat = [](const GraphEvent &event, const GraphEvent &other) {
    return std::ranges::any_of(event.writes, [&](const Bytes &bytes) {
      return std::ranges::any_of(other.writes,
                                 [&](const Bytes &others) { return bytes.overlaps(others); });
    });
  };
  if (machine.end() == vm::End::Nothing)
    judgeEmptyReads();
  for (const GraphEvent &event : graph.events) {
    if (event.writes.empty())
      continue;
    if (!isOfEmptyRound(event))
      continue;
    for (const GraphEvent &other : graph.events)
      if (other.thread != event.thread && !other.isIn(event.clock) && !event.isIn(other.clock) &&
          writesWhat(event, other))
        addGap("a loop that waits writes what others write", event.thread);
  }
}

bool ReadsSearch::isOfEmptyRound(const GraphEvent &event) const {
  if (!machine.exists(event.thread))
    return false;
  const vm::ThreadCore &thread = machine.thread(event.thread);
  return thread.cameToNothing && event.step > thread.nothingSince;
}

/// Other rounds would see something else; but perhaps not if all that these saw had come last.
void ReadsSearch::judgeEmptyReads() {
  std::vector<ReadFrom> seen;
  vm::ThreadId thread = vm::noThread;
  for (const GraphEvent &event : graph.events)
    if (isOfEmptyRound(event)) {
      std::ranges::copy_if(event.reads, std::back_inserter(seen), [&](const ReadFrom &read) {
        return read.writer == nobody || !isOfEmptyRound(graph.events[read.writer]);
      });
      thread = event.thread;
    }
  bool mayDiffer = false;
  for (const ReadFrom &read : seen) {
    const GraphEvent *writer = read.writer == nobody ? nullptr : &graph.events[read.writer];
    for (const GraphEvent &other : graph.events) {
      if (&other == writer || isOfEmptyRound(other) || (writer && other.isIn(writer->clock)) ||
          std::ranges::none_of(other.writes,
                               [&](const Bytes &bytes) { return bytes.overlaps(read.bytes); }))
        continue;
      if (!writer || writer->isIn(other.clock))
        return; // It comes later in any case.
      mayDiffer = true;
    }
    for (const ReadFrom &that : seen)
      if (that.writer != read.writer && that.bytes.overlaps(read.bytes))
        return; // They cannot both be last.
  }
  if (mayDiffer)
    addGap("whether a loop that waits goes on depends on the order of writes", thread);
}

bool ReadsSearch::settleEnd() {
  const std::vector<GraphEvent::Side> sides = graph.events.back().sides;
  const bool isSettled = findEnd(sides);
  graph.events.back().sides = sides;
  return isSettled;
}

bool ReadsSearch::findEnd(const std::vector<GraphEvent::Side> &sides) {
  std::vector<Target> left;
  std::vector<GraphId> wanted = rerun.order();
  const auto size = static_cast<GraphId>(graph.events.size());
  wanted.push_back(size);
  Newcomer newcomer;
  for (GraphId i = 0; i < size; ++i)
    newcomer.after.push_back(i);
  GraphClock all;
  for (const GraphEvent &event : graph.events)
    joinClocks(all, event.clock);
  Target target;
  for (unsigned tries = 0;; ++tries) {
    if (machine.choices().empty())
      return true;
    const vm::ThreadId thread = machine.choices().front().thread;
    if (machine.thread(thread).pending.phase != vm::Phase::Await || !isAsleep(thread))
      return false;
    effects.clear();
    machine.blockedEffects(thread, effects);
    std::vector<ReadFrom> reads;
    for (const Bytes &bytes : ReadsGraph::looks(effects))
      graph.writers().find(bytes, reads);
    addTargets(graph.events, all, reads, target, left);
    bool ran = false;
    while (!ran && !left.empty()) {
      target = std::move(left.back());
      left.pop_back();
      if (target.order.empty()) {
        newcomer.wants = target.wants;
        ++ordersSought;
        Linearised found = findOrder(graph.events, newcomer, wanted);
        if (found.gaveUp)
          addGap("no order of steps was found in time", thread);
        if (!found.order)
          continue;
        std::erase(*found.order, size);
        target.order = std::move(*found.order);
      }
      graph.events.back().sides = sides;
      ran = rerun.follow(target.order, nobody, 0, target.asked) == Rerun::Outcome::Done;
      Target other = target;
      other.asked.guesses = rerun.guesses;
      if (nextGuesses(other.asked.guesses))
        left.push_back(std::move(other));
      target.order.clear();
      target.asked = {};
    }
    if (!ran)
      return false;
    if (tries == mostEnds) {
      addGap("no order of steps was found in time", thread);
      return false;
    }
  }
}

void ReadsSearch::judge() {
  for (std::size_t i = judged; i < graph.events.size(); ++i) {
    const GraphEvent &event = graph.events[i];
    if (!event.exists)
      continue;
    judgeStep(static_cast<GraphId>(i), event.thread, event.start, event.effects);
    for (std::size_t k = 0; k < i; ++k) {
      const GraphEvent &other = graph.events[k];
      if (!event.isIn(other.start))
        judgeRound(event.thread, event.start, event.effects, other);
      if (!other.isIn(event.start))
        judgeRound(other.thread, other.start, other.effects, event);
    }
  }
  judged = graph.events.size();
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    const auto thread = static_cast<vm::ThreadId>(i);
    if (!isReady(thread))
      continue;
    judgeJoin(thread);
    effects.clear();
    if (rerun.waysOf(thread))
      rerun.lookAhead(thread, effects);
    else if (!machine.blockedEffects(thread, effects))
      continue;
    const GraphClock start = graph.clockOf(thread);
    const std::vector<vm::Effect> step = effects;
    for (const GraphEvent &event : graph.events)
      judgeRound(thread, start, step, event);
    judgeStep(nobody, thread, start, step);
    if (isUnforeseeable(step, thread)) // It may do something else, too.
      for (ReadsNode &node : nodes)
        node.mayComeLater |= !node.isPutOff && !node.isSilent() && node.thread != thread &&
                             !graph.events[node.base].isIn(start);
  }
}

void ReadsSearch::judgeJoin(vm::ThreadId thread) {
  const vm::Pending &pending = machine.thread(thread).pending;
  if (pending.kind != program::OpKind::Join)
    return;
  for (const GraphEvent &event : graph.events)
    if (mayWrite(event, {pending.address, 1}) && !event.isIn(graph.clockOf(thread)))
      addGap("a thread that others join is detached meanwhile", thread);
}

void ReadsSearch::judgeRound(vm::ThreadId thread, const GraphClock &start,
                             std::span<const vm::Effect> round, const GraphEvent &event) {
  if (options.vm.looksFor(vm::FaultKind::DataRace) && !event.isIn(start) && mayRace(round, event))
    addGap("races of a loop that waits with what it does not see", thread);
}

void ReadsSearch::judgeStep(GraphId id, vm::ThreadId thread, const GraphClock &start,
                            std::span<const vm::Effect> step) {
  for (ReadsNode &node : nodes) {
    if (node.base >= id)
      break;
    if (node.mayComeLater || node.isPutOff || node.thread == thread || node.isSilent())
      continue;
    const GraphEvent &event = graph.events[node.base];
    node.mayComeLater = !event.isIn(start) && mayBeSeenBy(event, step, thread);
  }
  for (GraphId i = 1; i < std::min<std::size_t>(id, graph.events.size()); ++i) {
    const GraphEvent &event = graph.events[i];
    if (event.isSilent() && event.thread != thread && !event.reads.empty() && !event.isIn(start) &&
        mayBeSeenBy(event, step, thread))
      addGap("what a thread does that others let go on is changed by a third", thread);
  }
}

} // namespace heddle::explore
