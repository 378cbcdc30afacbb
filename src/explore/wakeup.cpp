#include "explore/wakeup.h"

#include "explore/checkpoint.h"

#include <algorithm>
#include <ranges>

namespace heddle::explore {

void Sequence::build(const Race &race, std::span<const vm::Effect> blocked) {
  steps.clear();
  behind.clear();
  first = race.first;
  second = race.second;
  late.assign(late.size(), 0);
  setLate(execution[race.first].thread, noEvent);
  const bool exact = execution.dependent.observers && isLoop(race, blocked);
  const auto end = static_cast<EventId>(execution.size());
  const vm::ThreadId firstThread = execution[race.first].thread;
  const std::uint32_t firstNumber = execution[race.first].number;
  for (EventId i = race.first + 1; i < end; ++i) {
    if (execution.knows(i, firstThread, firstNumber) ||
        (race.observed && (execution.happensBefore(race.second, i) ||
                           (race.observer <= i && execution.happensBefore(race.observer, i))))) {
      setLate(execution[i].thread, i);
      continue;
    }
    if (exact && (areStores(race.first, i) || std::ranges::any_of(behind, [&](EventId one) {
                    return execution.happensBefore(one, i);
                  }))) {
      behind.push_back(i);
      continue;
    }
    steps.push_back({i, execution[i].thread, false, touchesLeft(i)});
  }
  if (race.observed) {
    secondLeft = race.observer == race.second ? touchesWithoutTail(race.second)
                                              : execution[race.second].touches;
    addObserved(race, execution.touches.of(blocked));
  } else if (race.instead) {
    vm::Effect effect;
    effect.address = race.address;
    effect.thread = race.thread;
    effect.kind = vm::EffectKind::Write;
    steps.push_back({noEvent, race.thread, true, execution.touches.of({&effect, 1})});
  } else if (race.second == noEvent) {
    steps.push_back({noEvent, race.thread, true, execution.touches.of(blocked)});
  } else {
    const Event &event = execution[race.second];
    secondLeft = touchesLeft(race.second);
    steps.push_back({race.second, event.thread, true, event.touches});
  }
}

/// A step of a thread that joins another, or lets a thread go on that joins it, ends earlier if
/// that other thread has not come so far without the first of the race.
TouchId Sequence::touchesWithout(EventId id) {
  const std::span<const vm::Effect> effects = execution.effectsOf(id);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const vm::Effect &order = effects[i];
    if (order.kind != vm::EffectKind::Order)
      continue;
    const bool isTail = std::ranges::all_of(effects.subspan(i + 1), [&](const vm::Effect &effect) {
      return (effect.kind == vm::EffectKind::Order ? effect.other : effect.thread) == order.other;
    });
    if (isTail && (isLate(order.thread) || isLate(order.other)))
      return execution.touches.of(effects.first(i));
  }
  return execution[id].touches;
}

/// Whether the second waits for a value: it goes on with the one that the first found, not with one
/// that is stored since.
bool Sequence::isLoop(const Race &race, std::span<const vm::Effect> blocked) const {
  if (race.observed || race.instead)
    return false;
  const auto effects = race.second == noEvent ? blocked : execution.effectsOf(race.second);
  return std::ranges::count(effects, vm::Gate::Loop, &vm::Effect::gate) > 0;
}

bool Sequence::areStores(EventId a, EventId b) const {
  return execution.touches.areStores(execution[a].touches, execution[b].touches);
}

/// The second store, the first, and then what leads to the one who sees which was last.
void Sequence::addObserved(const Race &race, TouchId instead) {
  auto add = [&](EventId id) {
    steps.push_back({id, execution[id].thread, true, execution[id].touches});
  };
  if (race.observer == race.second)
    steps.push_back({race.second, execution[race.second].thread, true, secondLeft});
  else
    add(race.second);
  add(race.first);
  const bool happened = race.observer != noEvent;
  const EventId end = happened ? race.observer : static_cast<EventId>(execution.size());
  auto leadsThere = [&](EventId i) {
    return !happened    ? execution.isKnown(i, race.thread)
           : race.waits ? execution.wasKnown(i, race.observer)
                        : execution.happensBeforeTail(i, race.observer);
  };
  for (EventId i = race.first + 1; i < end; ++i)
    if (i != race.second && leadsThere(i) &&
        (execution.happensBefore(race.first, i) || execution.happensBefore(race.second, i)))
      add(i);
  if (race.observer == race.second)
    addTail(race.second);
  else if (happened)
    add(race.observer);
  else
    steps.push_back({noEvent, race.thread, true, instead});
}

/// What a step does where no other thread goes on within it, and so nobody sees what it stores.
TouchId Sequence::touchesWithoutTail(EventId id) {
  std::vector<vm::Effect> own;
  for (vm::Effect effect : execution.effectsOf(id)) {
    if (effect.thread != execution[id].thread)
      continue;
    if (effect.isBlind)
      effect.kind = vm::EffectKind::Store;
    own.push_back(effect);
  }
  return execution.touches.of(own);
}

/// What another thread that goes on within a step sees of it, as a step of its own.
void Sequence::addTail(EventId id) {
  const vm::ThreadId thread = execution[id].thread;
  const auto effects = execution.effectsOf(id);
  const auto tail = std::ranges::find_if(effects, [&](const vm::Effect &one) {
    return one.kind != vm::EffectKind::Order && one.thread != thread;
  });
  if (tail == effects.end())
    return;
  std::vector<vm::Effect> seen;
  std::ranges::copy_if(std::ranges::subrange(tail, effects.end()), std::back_inserter(seen),
                       [&](const vm::Effect &one) { return one.thread == tail->thread; });
  steps.push_back({noEvent, tail->thread, true, execution.touches.of(seen)});
}

const Sequence::Step *Sequence::find(vm::ThreadId thread) const {
  for (const Step &step : steps)
    if (step.thread == thread)
      return &step;
  return nullptr;
}

bool Sequence::canBegin(const Step &step) const {
  return canBegin(step, step.touches);
}

bool Sequence::canBegin(const Step &step, TouchId touches) const {
  // Where the second of the race stands now, its order in the execution says nothing.
  for (const Step &before : steps) {
    if (&before == &step)
      return true;
    if (step.moved ? execution.touches.dependent(before.touches, touches) ||
                         areOrdered(before, step, touches)
                   : execution.happensBefore(before.event, step.event))
      return false;
  }
  return true;
}

/// Whether someone in the sequence sees that a store came after another one.
bool Sequence::areOrdered(const Step &before, const Step &step, TouchId touches) const {
  if (!execution.touches.areStores(before.touches, touches))
    return false;
  for (const vm::Effect &store : execution.touches[touches])
    for (const vm::Effect &other : execution.touches[before.touches]) {
      if (!execution.dependent.areStores(store, other))
        continue;
      // Also who goes on within the step itself, having joined its thread; or its own thread,
      // having joined others: where it comes first the step ends before that.
      const TouchId own = step.moved && step.event == second ? secondLeft : step.touches;
      const bool joins = step.event != noEvent && execution[step.event].orders;
      if (std::ranges::any_of(execution.touches[own], [&](const vm::Effect &one) {
            return one.kind == vm::EffectKind::Read && (joins || one.thread != store.thread) &&
                   one.overlaps(store);
          }))
        return true;
      for (const Step *later = &step + 1; later != steps.data() + steps.size(); ++later) {
        bool replaced = false;
        for (const vm::Effect &one : execution.touches[later->touches]) {
          if (execution.dependent.areStores(one, store))
            replaced = true;
          else if (one.conflictsWith(store)) // Also the thread that stored sees what is left of it.
            return true;
        }
        if (replaced)
          break;
      }
    }
  return false;
}

bool Sequence::isApart(TouchId touches) const {
  return std::ranges::none_of(
      steps, [&](const Step &step) { return execution.touches.dependent(step.touches, touches); });
}

EventId Sequence::beginsUpTo(const Step &step, TouchId touches) const {
  if (!step.moved)
    return step.event;
  return execution.touches.contains(step.touches, touches) ? beginsUpTo(step) : noEvent;
}

/// The next event of a thread that is late and has no step here.
EventId Sequence::nextOf(vm::ThreadId thread) const {
  const auto of = [&](EventId id) { return execution[id].thread == thread; };
  const auto known = std::ranges::find_if(behind, of);
  return known == behind.end() ? late[thread] : std::min(*known, late[thread]);
}

EventId Sequence::waitsUpTo(vm::ThreadId thread) const {
  const Step *step = find(thread);
  return !step || step->moved || canBegin(*step) ? noEvent : step->event;
}

bool Sequence::isSeenLate(vm::ThreadId thread) const {
  if (!execution.dependent.observers || !isLate(thread))
    return false;
  const EventId next = nextOf(thread);
  if (next == noEvent || !execution.touches.mayStore(execution[next].touches))
    return false;
  for (EventId i = first + 1; i < next; ++i)
    if (execution.happensBefore(first, i) && execution.happensBefore(i, next) && areStores(i, next))
      return true;
  return false;
}

bool Sequence::isSeenAfter(const Step &step, TouchId touches, EventId since) const {
  if (!execution.touches.mayStore(touches))
    return false;
  for (EventId i = since; i < first; ++i)
    if (execution.touches.areStores(execution[i].touches, touches) &&
        areOrdered({i, execution[i].thread, false, execution[i].touches}, step, touches))
      return true;
  return false;
}

bool Sequence::storesBeside(const Branch &branch) const {
  if (!execution.touches.mayStore(branch.touches))
    return false;
  for (const Step &step : steps) {
    if (step.thread == branch.thread)
      return false; // What comes later in the sequence comes later there too.
    if (execution.touches.areStores(step.touches, branch.touches))
      return true;
  }
  return false;
}

bool Sequence::isNewReader(const Branch &branch, std::ptrdiff_t before, TouchId stores) const {
  if (!execution.touches.dependent(branch.touches, stores))
    return false;
  for (const Step &step : steps)
    if (step.thread == branch.thread && before-- == 0)
      return !execution.touches.dependent(step.touches, stores);
  return true;
}

bool Sequence::isSame(const Step &step, const Branch &branch) const {
  if (step.event == noEvent)
    return branch.head() == vm::Choice{step.thread, 0};
  const std::size_t from = execution[step.event].path;
  const std::size_t to = execution.pathEnd(step.event, path.size());
  const std::span<const std::uint32_t> sides = branch.sides.all();
  if (path[from] != branch.head() || to - from - 1 != sides.size())
    return false;
  for (std::size_t i = from + 1; i < to; ++i)
    if (path[i].alternative != sides[i - from - 1])
      return false;
  return true;
}

void Sequence::fill(const Step &step, Branch &branch) const {
  branch.sides.clear();
  // One that comes earlier than it did, or did not happen, may turn out to do something else. Then
  // a race tells.
  branch.touches = step.touches;
  if (step.event == noEvent) {
    branch.setHead({step.thread, 0});
    return;
  }
  const std::size_t from = execution[step.event].path;
  const std::size_t to = execution.pathEnd(step.event, path.size());
  branch.setHead(path[from]);
  for (std::size_t i = from + 1; i < to; ++i)
    branch.sides.add(path[i].alternative);
}

BranchId WakeupTrees::make() {
  if (unused.empty()) {
    branches.emplace_back();
    return static_cast<BranchId>(branches.size() - 1);
  }
  const BranchId id = unused.back();
  unused.pop_back();
  return id;
}

BranchId WakeupTrees::chain(const Sequence &sequence, const Sequence::Step &first) {
  BranchId below = noBranch;
  auto put = [&](const Sequence::Step &step) {
    const BranchId id = make();
    Branch &branch = branches[id];
    sequence.fill(step, branch);
    branch.first = branch.last = below;
    branch.next = noBranch;
    below = id;
  };
  for (const Sequence::Step &step : std::views::reverse(sequence.all()))
    if (&step != &first)
      put(step);
  put(first);
  return below;
}

void WakeupTrees::insertBelow(BranchId at, Sequence &sequence) {
  while (!sequence.empty()) {
    if (branches[at].first == noBranch)
      return; // It goes on freely from here, and so comes to this one too.
    BranchId into = noBranch;
    for (BranchId i = branches[at].first; i != noBranch && into == noBranch; i = branches[i].next) {
      const Branch &branch = branches[i];
      if (fixesStores(i, sequence))
        continue;
      if (const Sequence::Step *step = sequence.find(branch.thread)) {
        if (!sequence.isSame(*step, branch) || !sequence.canBegin(*step))
          continue;
        sequence.remove(*step);
        into = i;
      } else if (branch.sides.all().empty() && sequence.isApart(branch.touches)) {
        into = i;
      }
    }
    if (into == noBranch) {
      const BranchId made = chain(sequence, sequence.front());
      Branch &parent = branches[at];
      branches[parent.last].next = made;
      parent.last = made;
      return;
    }
    at = into;
  }
}

bool WakeupTrees::fixesStores(BranchId top, const Sequence &sequence) const {
  if (branches[top].first == noBranch || !sequence.storesBeside(branches[top]))
    return false;
  struct Item {
    BranchId id;
    std::size_t depth;
  };
  std::vector<Item> left;
  std::vector<vm::ThreadId> above = {branches[top].thread};
  auto enter = [&](BranchId id) {
    for (BranchId i = branches[id].first; i != noBranch; i = branches[i].next)
      left.push_back({i, above.size()});
  };
  enter(top);
  while (!left.empty()) {
    const Item item = left.back();
    left.pop_back();
    above.resize(item.depth);
    const Branch &branch = branches[item.id];
    if (sequence.isNewReader(branch, std::ranges::count(above, branch.thread),
                             branches[top].touches))
      return true;
    above.push_back(branch.thread);
    enter(item.id);
  }
  return false;
}

void WakeupTrees::append(BranchId parent, BranchId child) {
  Branch &to = branches[parent];
  (to.first == noBranch ? to.first : branches[to.last].next) = child;
  to.last = child;
}

// A tree may be as deep as an execution is long, so none of these calls itself.

BranchId WakeupTrees::copy(const WakeupTrees &from, BranchId id) {
  struct Item {
    BranchId from;
    BranchId parent;
  };
  std::vector<Item> left = {{id, noBranch}};
  BranchId top = noBranch;
  while (!left.empty()) {
    const Item item = left.back();
    left.pop_back();
    const BranchId made = make();
    Branch &branch = branches[made];
    branch = from.branches[item.from];
    branch.first = branch.last = branch.next = noBranch;
    if (item.parent == noBranch)
      top = made;
    else
      append(item.parent, made);
    const std::size_t size = left.size();
    for (BranchId i = from.branches[item.from].first; i != noBranch; i = from.branches[i].next)
      left.push_back({i, made});
    std::reverse(left.begin() + static_cast<std::ptrdiff_t>(size), left.end());
  }
  return top;
}

void WakeupTrees::release(BranchId id) {
  std::size_t done = unused.size();
  unused.push_back(id);
  for (; done < unused.size(); ++done)
    for (BranchId i = branches[unused[done]].first; i != noBranch; i = branches[i].next)
      unused.push_back(i);
}

TouchId readTouches(support::ByteReader &from, Touches &touches) {
  llvm::SmallVector<vm::Effect, 2> effects;
  read(from, effects);
  return touches.of(effects);
}

void WakeupTrees::write(support::ByteWriter &to, BranchId id, const Touches &touches) const {
  std::vector<BranchId> left = {id}; // Each before its children, the first of them first.
  while (!left.empty()) {
    const Branch &branch = branches[left.back()];
    left.pop_back();
    const std::size_t size = left.size();
    for (BranchId i = branch.first; i != noBranch; i = branches[i].next)
      left.push_back(i);
    to.number(left.size() - size);
    std::reverse(left.begin() + static_cast<std::ptrdiff_t>(size), left.end());
    explore::write(to, std::vector<vm::Choice>{branch.head()});
    to.list(branch.sides.all(), [&](std::uint32_t side) { to.number(side); });
    explore::write(to, touches[branch.touches]);
  }
}

BranchId WakeupTrees::read(support::ByteReader &from, Touches &touches) {
  struct Open {
    BranchId id;
    std::uint64_t children; ///< That are still to come.
  };
  std::vector<Open> open;
  BranchId top = noBranch;
  do {
    const std::uint64_t children = from.number();
    const BranchId id = make();
    Branch &branch = branches[id];
    branch.first = branch.last = branch.next = noBranch;
    std::vector<vm::Choice> head;
    explore::read(from, head);
    branch.setHead(head.size() == 1 ? head.front() : vm::Choice{});
    if (head.size() != 1)
      from.fail();
    branch.sides.clear();
    from.list([&] { branch.sides.add(from.number<std::uint32_t>(~0u)); });
    branch.touches = readTouches(from, touches);
    if (open.empty())
      top = id;
    else
      append(open.back().id, id);
    open.push_back({id, children});
    while (!open.empty() && open.back().children == 0)
      open.pop_back();
    if (!open.empty())
      --open.back().children;
  } while (!open.empty() && !from.isBad());
  return top;
}

} // namespace heddle::explore
