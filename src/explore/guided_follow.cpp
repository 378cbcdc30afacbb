// What a point that is left out would have had tried elsewhere. Each point learns of the steps
// behind it, and a summary keeps them; where it is used, they are compared with the steps that led
// there, as if they had been run again.
#include "explore/guided.h"

#include <algorithm>

namespace heddle::explore {

/// Whether a beginner comes after an event of the path: then it is none from there on. If it is not
/// on the path itself, it depends on nothing between the event and itself.
bool GuidedSearch::comesAfter(EventId event, const Climber &climber) const {
  if (climber.event != noEvent)
    return execution.happensBefore(event, climber.event);
  const Beginner &what = climber.what;
  return execution[event].thread == what.thread || execution.isKnown(event, what.thread) ||
         execution.touches.dependent(execution[event].touches, what.touches);
}

void GuidedSearch::climbOver(EventId event) {
  std::erase_if(climbers, [&](const Climber &one) { return comesAfter(event, one); });
  climbers.push_back({{execution[event].thread, execution[event].touches}, event});
}

/// Notes a step at all points above it.
void GuidedSearch::tellNodes(EventId id) {
  if (!keeps)
    return;
  const Event &event = execution[id];
  Later later{event.thread, event.touches, false, event.hasTail, false, {}};
  later.waits = std::ranges::any_of(execution.effectsOf(id), [](const vm::Effect &effect) {
    return effect.gate != vm::Gate::None;
  });
  later.isRest = true; // Of the points in its midst.
  climbers.assign(1, {{event.thread, event.touches}, id});
  tellNodes(later, id, false);
}

/// The same for what a thread would do that waits for ever.
void GuidedSearch::tellNodes(vm::ThreadId blocked, std::span<const vm::Effect> effects) {
  if (!keeps)
    return;
  Later later{blocked, execution.touches.of(effects), true, false, false, {}};
  climbers.assign(1, {{later.thread, later.touches}, noEvent});
  tellNodes(later, static_cast<EventId>(execution.size()), false);
}

/// Goes up from behind so many events: notes a step there at the points that do not know it yet,
/// and `compares` it with those events.
void GuidedSearch::tellNodes(Later &later, EventId from, bool compares) {
  covered.clear();
  bool tells = true;
  auto node = nodes.rbegin();
  const auto tell = [&] {
    later.beginners.clear();
    for (const Climber &one : climbers)
      later.beginners.push_back(one.what);
    std::ranges::sort(later.beginners);
    return node->behind.test_and_set(laters.add(later));
  };
  for (; node != nodes.rend() && node->events > from; ++node)
    tell();
  later.isRest = false;
  for (EventId at = from;; --at) {
    for (; tells && node != nodes.rend() && node->events == at; ++node)
      tells = tell(); // Those above know it, too, if this one does.
    if (at == 0 || (!tells && !compares))
      return;
    if (compares)
      compare(at - 1, later);
    climbOver(at - 1);
  }
}

TouchId GuidedSearch::restOf(const Summary &summary) {
  TouchId all = 0;
  for (const unsigned number : summary.behind)
    if (laters[number].isRest)
      all = execution.touches.both(all, laters[number].touches);
  return all;
}

/// What a summary stands for is not looked at again: its steps are compared with those that led
/// here. If that is in the midst of a step (`isCut`), all of that is one of them.
void GuidedSearch::follow(const Summary &summary, bool isCut) {
  if (!reduces)
    return;
  auto from = static_cast<EventId>(execution.size());
  Beginner cut;
  if (isCut) {
    --from;
    cut = {execution[from].thread,
           execution.touches.both(execution[from].touches, restOf(summary))};
  }
  const auto followOne = [&](Later later) {
    climbers.clear();
    for (const Beginner &one : later.beginners)
      if (!isCut ||
          (one.thread != cut.thread && !execution.touches.dependent(one.touches, cut.touches)))
        climbers.push_back({one, noEvent});
    if (isCut)
      climbers.push_back({cut, noEvent});
    tellNodes(later, from, true);
  };
  for (const unsigned number : summary.behind)
    followOne(laters[number]);
  // What loops that wait have looked at in vain on this way they may not have looked at on another.
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    const auto id = static_cast<vm::ThreadId>(i);
    if (!machine.exists(id) || machine.thread(id).status != vm::ThreadStatus::Ready ||
        machine.thread(id).pending.phase != vm::Phase::Await ||
        !machine.blockedEffects(id, blockedEffects))
      continue;
    const TouchId what = execution.touches.of(blockedEffects);
    followOne({id, what, true, false, false, {{id, what}}});
  }
}

bool GuidedSearch::mayRace(EventId event, const Later &later) const {
  const Event &earlier = execution[event];
  if (!execution.touches.dependent(earlier.touches, later.touches))
    return false;
  if (!later.hasTail)
    return earlier.thread != later.thread && !execution.isKnown(event, later.thread);
  return std::ranges::any_of(execution.touches[later.touches], [&](const vm::Effect &effect) {
    return effect.thread != earlier.thread && !execution.isKnown(event, effect.thread);
  });
}

/// A step behind the path may have to come before an event of it: then who is first of all that
/// need not come after the event is begun where the event was.
void GuidedSearch::compare(EventId event, const Later &later) {
  if (!mayRace(event, later))
    return;
  // The step comes after all that comes before this event, then.
  if (std::ranges::any_of(covered,
                          [&](EventId one) { return execution.happensBefore(event, one); }))
    return;
  if (!later.waits && !later.hasTail)
    covered.push_back(event);
  const Event &earlier = execution[event];
  if (!earlier.node)
    return; // Nobody else could act there.
  Node &node = nodes[earlier.node - 1];
  if (later.hasTail || earlier.hasTail)
    return addAll(node);
  const auto isChild = [&](vm::ThreadId thread) {
    return std::ranges::find(node.children, thread, &Child::thread) != node.children.end();
  };
  vm::ThreadId beginner = vm::noThread;
  for (const Climber &one : climbers) {
    if (comesAfter(event, one))
      continue;
    beginner = one.what.thread;
    if (isChild(beginner))
      return;
    if (!waysOf(node.choices, beginner))
      return addAll(node);
  }
  if (beginner == vm::noThread)
    beginner = later.thread;
  if (waysOf(node.choices, beginner)) // If not it is what had to wait.
    addChild(node, beginner);
}

} // namespace heddle::explore
