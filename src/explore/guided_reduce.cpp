// Which orders of steps are tried: source sets and sleep sets (Abdulla, Aronis, Jonsson, Sagonas,
// POPL 2014).
#include "explore/guided.h"

#include <algorithm>
#include <utility>

namespace heddle::explore {

std::uint32_t GuidedSearch::waysOf(const std::vector<vm::Choice> &choices, vm::ThreadId thread) {
  return static_cast<std::uint32_t>(std::ranges::count(choices, thread, &vm::Choice::thread));
}

void GuidedSearch::track() {
  machine.track(); // Without a history: whether a loop would have waited before depends on data.
  execution.follow(machine);
}

// --- points
// -----------------------------------------------------------------------------------------

void GuidedSearch::fillChildren(Node &node) {
  node.child = 0;
  if (node.asks || !reduces) {
    node.children.push_back({0, static_cast<std::uint32_t>(node.choices.size()), 0, 0, true});
    return;
  }
  // Who has just acted goes on, so that of many threads few are in the midst of something, and
  // points are come to again. Of two the other one catches up soon.
  const bool areMany = std::ranges::any_of(node.choices, [&](const vm::Choice &choice) {
    return choice.thread != node.choices.front().thread &&
           choice.thread != node.choices.back().thread;
  });
  if (areMany && execution.size() > 0) {
    const vm::ThreadId last = execution[static_cast<EventId>(execution.size() - 1)].thread;
    if (waysOf(node.choices, last) && !sleeps(last))
      return addChild(node, last);
  }
  for (const vm::Choice &choice : node.choices)
    if (node.children.empty() && !sleeps(choice.thread))
      addChild(node, choice.thread);
}

/// Nothing needs to be tried but what begins with the steps of those who slept when the summary was
/// made (Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, on sleep
/// sets and states that come again). Who sleeps here and did not there is tried with them, so that
/// no step is taken again and again from states that one summary covers.
void GuidedSearch::coverBy(Node &node, const Summaries::Cover &cover) {
  const Summary &summary = *cover.summary;
  node.known = summary.formula;
  node.uncovered = cover.uncovered;
  node.asleep.clear();
  for (const Sleeper &one : summary.asleep)
    if (std::ranges::find(node.uncovered, one) == node.uncovered.end())
      node.asleep.push_back(one);
  node.inherited = node.asleep.size();
  for (const Sleeper &one : node.uncovered)
    node.children.push_back({one.thread, waysOf(node.choices, one.thread), 0, 0, true});
  follow(summary, false);
  node.behind = std::exchange(behindEnd, {});
}

/// Somebody did more than when he slept, so what began with it then is not known.
void GuidedSearch::uncover(Node &node) {
  node.uncovered.clear();
  for (const vm::ThreadId thread : node.wanted)
    addChild(node, thread);
}

void GuidedSearch::addChild(Node &node, vm::ThreadId thread) {
  if (!node.uncovered.empty()) {
    node.wanted.push_back(thread);
    return;
  }
  if (std::ranges::find(node.children, thread, &Child::thread) == node.children.end())
    node.children.push_back({thread, waysOf(node.choices, thread), 0, 0, true});
}

void GuidedSearch::addAll(Node &node) {
  for (const vm::Choice &choice : node.choices)
    addChild(node, choice.thread);
}

bool GuidedSearch::next(Node &node, vm::Choice &choice) {
  for (; node.child < node.children.size(); ++node.child) {
    Child &child = node.children[node.child];
    if (child.tried == child.ways)
      continue;
    if (node.asks || !reduces) {
      choice = node.choices[child.tried++];
      if (reduces) {
        if (child.tried > 1)
          execution.reopen(node.effects);
        inStep = true;
        asleep = node.asleep;
      }
      return true;
    }
    const auto slept =
        std::span(node.asleep).first(child.tried ? node.inherited : node.asleep.size());
    if (std::ranges::find(slept, child.thread, &Sleeper::thread) != slept.end())
      continue;
    choice = {child.thread, child.tried++, false};
    asleep = node.asleep;
    begin(choice, nodes.size());
    return true;
  }
  return false;
}

/// A step begins at a point, counted from 1; 0 for where nobody else can act.
void GuidedSearch::begin(vm::Choice choice, std::size_t point) {
  if (!reduces || machine.asks())
    return;
  execution.begin(choice.thread, path.size(), static_cast<std::uint32_t>(point));
  inStep = true;
}

/// One way of a child is behind us.
void GuidedSearch::finishChild(Node &node) {
  if (node.asks) {
    if (execution.size() > node.events)
      execution.cut(node.events);
    inStep = true;
    return;
  }
  execution.cut(node.events);
  inStep = false;
  const Child &child = node.children[node.child];
  if (child.tried != child.ways)
    return;
  if (child.isComplete)
    node.asleep.push_back({child.thread, child.touches});
  if (node.uncovered.empty())
    return;
  const auto slept = std::ranges::find(node.uncovered, child.thread, &Sleeper::thread);
  if (!child.isComplete || !execution.touches.isWithin(child.touches, slept->touches))
    uncover(node);
}

bool GuidedSearch::sleeps(vm::ThreadId thread) const {
  return std::ranges::find(asleep, thread, &Sleeper::thread) != asleep.end();
}

bool GuidedSearch::isAllAsleep() const {
  return std::ranges::all_of(machine.choices(),
                             [&](const vm::Choice &choice) { return sleeps(choice.thread); });
}

// --- steps
// ------------------------------------------------------------------------------------------

/// A step is complete: what races with it is tried the other way round, and who depends on it wakes
/// up.
void GuidedSearch::endStep() {
  if (!reduces || !inStep)
    return;
  inStep = false;
  const std::size_t known = execution.races.size();
  execution.end();
  const auto id = static_cast<EventId>(execution.size() - 1);
  const Event &event = execution[id];
  if (event.node) {
    Child &child = nodes[event.node - 1].children[nodes[event.node - 1].child];
    child.touches = execution.touches.both(child.touches, event.touches);
  }
  std::erase_if(asleep, [&](const Sleeper &one) {
    return one.thread == event.thread || execution.touches.dependent(one.touches, event.touches);
  });
  for (std::size_t i = known; i < execution.races.size(); ++i)
    reverse(execution.races[i]);
}

bool GuidedSearch::cutStep(const Summary *rest) {
  if (!reduces || !inStep)
    return false;
  const std::uint32_t at = execution[static_cast<EventId>(execution.size() - 1)].node;
  endStep();
  if (!at)
    return true;
  Child &child = nodes[at - 1].children[nodes[at - 1].child];
  child.isComplete &= rest != nullptr;
  if (rest)
    child.touches = execution.touches.both(child.touches, restOf(*rest));
  return true;
}

void GuidedSearch::noteBlocked() {
  if (!reduces)
    return;
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    const auto id = static_cast<vm::ThreadId>(i);
    if (!machine.exists(id) || machine.thread(id).status != vm::ThreadStatus::Ready ||
        waysOf(machine.choices(), id) || !machine.blockedEffects(id, blockedEffects))
      continue;
    execution.findFor(id, blockedEffects, blockers);
    for (Race &race : blockers) {
      race.thread = id;
      reverse(race);
    }
    noteEverBlocked(id, blockedEffects);
  }
}

/// The steps behind the first one that do not have to come after it, then the second, must be begun
/// where the first was taken: by any thread of them that can be first.
void GuidedSearch::reverse(const Race &race) {
  const std::uint32_t at = execution[race.first].node;
  if (!at)
    return; // Nobody else could act there.
  Node &node = nodes[at - 1];
  const bool isBlocked = race.second == noEvent;
  if (race.instead || execution[race.first].hasTail ||
      (!isBlocked && execution[race.second].hasTail))
    return addAll(node);
  const auto end = isBlocked ? static_cast<EventId>(execution.size()) : race.second;
  const vm::ThreadId second = isBlocked ? race.thread : execution[race.second].thread;
  std::vector<EventId> between; // All that need not come after the first.
  for (EventId i = race.first + 1; i < end; ++i)
    if (!execution.happensBefore(race.first, i))
      between.push_back(i);
  const auto isFirst = [&](vm::ThreadId thread) {
    for (std::size_t i = 0; i < between.size(); ++i)
      if (execution[between[i]].thread == thread)
        return std::ranges::none_of(std::span(between).first(i), [&](EventId earlier) {
          return execution.happensBefore(earlier, between[i]);
        });
    return thread == second && std::ranges::none_of(between, [&](EventId earlier) {
             return isBlocked
                        ? execution.isKnown(earlier, second) ||
                              execution.touches.dependent(execution[earlier].touches,
                                                          execution.touches.of(blockedEffects))
                        : execution.happensBefore(earlier, race.second);
           });
  };
  if (std::ranges::any_of(node.children, [&](const Child &child) { return isFirst(child.thread); }))
    return;
  const vm::ThreadId thread = between.empty() ? second : execution[between.front()].thread;
  if (waysOf(node.choices, thread)) // If not it is what had to wait.
    addChild(node, thread);
}

} // namespace heddle::explore
