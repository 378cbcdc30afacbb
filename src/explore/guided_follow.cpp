// What a point that is left out would have had tried elsewhere. Each point learns of the steps
// behind it, and a summary keeps them; where it is used, they are compared with the steps that led
// there, as if they had been run again.
#include "explore/guided.h"

#include <algorithm>
#include <cassert>

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

/// What a thread would do that waits for ever.
void GuidedSearch::noteEverBlocked(vm::ThreadId blocked, std::span<const vm::Effect> effects) {
  if (!keeps)
    return;
  const TouchId what = execution.touches.of(effects);
  behindEnd.set(laters.addAlone(blocked, what, true, false, false));
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
  if (isCut) {
    const Event &event = execution[static_cast<EventId>(execution.size() - 1)];
    cut = {event.thread, execution.touches.both(event.touches, restOf(summary))};
  }
  behindEnd = summary.behind;
  // What loops that wait have looked at in vain on this way they may not have looked at on another.
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    const auto id = static_cast<vm::ThreadId>(i);
    if (!machine.exists(id) || machine.thread(id).status != vm::ThreadStatus::Ready ||
        machine.thread(id).pending.phase != vm::Phase::Await ||
        !machine.blockedEffects(id, blockedEffects))
      continue;
    noteEverBlocked(id, blockedEffects);
  }
  findOpenEvents();
  if (!openEvents.empty())
    for (const unsigned number : behindEnd)
      compareAll(number);
}

/// The steps of the path in whose place another thread may have to be begun, last first.
void GuidedSearch::findOpenEvents() {
  openEvents.clear();
  for (std::size_t i = execution.size(); i-- > 0;) {
    const auto id = static_cast<EventId>(i);
    if (!execution[id].node)
      continue;
    const Node &node = nodes[execution[id].node - 1];
    const bool isFull = std::ranges::all_of(node.choices, [&](const vm::Choice &choice) {
      return std::ranges::find(node.children, choice.thread, &Child::thread) != node.children.end();
    });
    if (!isFull)
      openEvents.push_back(id);
  }
}

void GuidedSearch::compareAll(unsigned number) {
  const Later &later = laters[number];
  if (std::ranges::none_of(openEvents, [&](EventId event) { return mayRace(event, later); }))
    return;
  covered.clear();
  climbers.clear();
  for (const Beginner &one : later.beginners)
    if (!cut ||
        (one.thread != cut->thread && !execution.touches.dependent(one.touches, cut->touches)))
      climbers.push_back({one, noEvent});
  const std::size_t size = execution.size();
  if (cut)
    climbers.push_back({*cut, static_cast<EventId>(size - 1)});
  for (std::size_t at = size; at > openEvents.back(); --at) {
    const auto event = static_cast<EventId>(at - 1);
    compare(event, later);
    if (!cut || at != size)
      climbOver(event);
  }
}

/// What a step does; if the path ends in its midst, with what is known of the rest.
TouchId GuidedSearch::touchesOf(EventId event) const {
  return cut && event + std::size_t{1} == execution.size() ? cut->touches
                                                           : execution[event].touches;
}

bool GuidedSearch::mayRace(EventId event, const Later &later) const {
  const Event &earlier = execution[event];
  if (!execution.touches.dependent(touchesOf(event), later.touches))
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

// --- what points learn
// ----------------------------------------------------------------------------------

Behind GuidedSearch::carry(const Behind &behind, const LaterTable::Before &before) {
  Behind result;
  const unsigned beforeNumber = laters.add(before);
  for (const unsigned number : behind) {
    if (const unsigned known = laters.carried(number, beforeNumber)) {
      result.set(known - 1);
      continue;
    }
    Later later = laters[number];
    later.isRest &= before.isWithin;
    std::erase_if(later.beginners, [&](const Beginner &one) {
      return one.thread == before.what.thread || (before.knownBy >> one.thread & 1) != 0 ||
             execution.touches.dependent(before.what.touches, one.touches);
    });
    later.beginners.push_back(before.what);
    std::ranges::sort(later.beginners);
    const unsigned carried = laters.add(later);
    laters.carried(number, beforeNumber) = carried + 1;
    result.set(carried);
  }
  return result;
}

/// Tells the last point of the path at which a step was begun, and those in the midst of that step,
/// what is behind the end of the path.
void GuidedSearch::tellPoints(const Behind &behind) {
  if (!reduces || nodes.empty() || execution.size() == 0)
    return;
  const auto last = static_cast<EventId>(execution.size() - 1);
  const Event &event = execution[last];
  const bool waits = std::ranges::any_of(execution.effectsOf(last), [](const vm::Effect &effect) {
    return effect.gate != vm::Gate::None;
  });
  LaterTable::Before before{{event.thread, event.touches}};
  if (cut)
    before.what = *cut;
  auto node = nodes.rbegin();
  if (node->events > last) {
    before.isWithin = true;
    Behind within = cut ? carry(behind, before) : behind;
    before.isWithin = false;
    within.set(laters.addAlone(event.thread, event.touches, waits, event.hasTail, true));
    for (; node != nodes.rend() && node->events > last; ++node)
      node->behind |= within;
  }
  if (node == nodes.rend())
    return;
  assert(node->events == last && "there is a point before each step");
  if (!cut)
    for (std::size_t i = 0; i < machine.threadCount(); ++i)
      if (execution.isKnown(last, static_cast<vm::ThreadId>(i)))
        before.knownBy |= std::uint64_t{1} << i;
  node->behind |= carry(behind, before);
  node->behind.set(laters.addAlone(event.thread, event.touches, waits, event.hasTail, false));
}

} // namespace heddle::explore
