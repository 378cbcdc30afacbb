// What an execution shows that is to be tried another way round.
#include "explore/dpor_worker.h"

namespace heddle::explore::dpor {

namespace {
constexpr std::uint64_t atOnce = 16; ///< Executions of one of several workers that are shown.
} // namespace

void Worker::reverseRaces() {
  // Workers that run at once would wait for each other to count.
  if (options.workers < 2 || stats.executions - published.executions >= atOnce)
    publish(stats, published, whole.size(), progress);
  stable = std::min<std::size_t>(stable, execution.firstReordered());
  for (Race &race : execution.races)
    if (race.cover >= stable)
      reverse(race);
  stable = execution.size();
  for (std::size_t i = 0; i < machine.threadCount(); ++i) {
    const auto id = static_cast<vm::ThreadId>(i);
    if (!machine.exists(id) || machine.thread(id).status != vm::ThreadStatus::Ready ||
        waysOf(machine.choices(), id) || !machine.blockedEffects(id, blockedEffects))
      continue;
    execution.findFor(id, blockedEffects, blockers);
    for (Race &race : blockers)
      reverse(race);
  }
}

void Worker::reverse(Race &race) {
  const std::uint32_t at = execution[race.first].node;
  if (!at)
    return; // Nobody else could act there.
  const Frame &frame = frames[at - 1];
  Node &node = *frame.node;
  sequence.build(race, blockedEffects);
  const vm::ThreadId first = sequence.front().thread;
  race.cover = sequence.beginsUpTo(sequence.front());
  if (!waysOf(node.enabled, first))
    return; // It is what had to wait.
  Hold hold(node);
  while (isDeciding(frame) && !isCancelled(progress) && !team.isStopped())
    hold.pause();
  if (node.loose ? isTried(node, race) : sleeperBegins(frame, race))
    return;
  ++reversals;
  if (!node.loose && insert(node, race))
    return;
  Child &child = node.children.emplace_back();
  child.thread = first;
  child.ways = waysOf(node.enabled, first);
  child.roots.push_back(treesOf(node).chain(sequence, sequence.front()));
  child.owned = child.roots;
}

bool Worker::isDeciding(const Frame &frame) {
  const std::vector<Child> &children = frame.node->children;
  for (std::size_t i = 0; frame.node->shared && i < children.size(); ++i)
    if (i != frame.child && children[i].isStarted() && !children[i].isAsleep)
      return true;
  return false;
}

bool Worker::sleeperBegins(const Frame &frame, Race &race) {
  const Node &node = *frame.node;
  for (std::size_t i = 0; i < node.asleep.size(); ++i) {
    const Sleeper &one = node.asleep[i];
    if (i >= node.inherited && one.thread == node.children[frame.child].thread &&
        i >= frame.sleepers)
      continue; // The one we are in.
    if (const Sequence::Step *step = sequence.find(one.thread)) {
      if (!sequence.canBegin(*step, one.touches) ||
          sequence.isSeenAfter(*step, one.touches, static_cast<EventId>(one.since)))
        continue;
      race.cover = sequence.beginsUpTo(*step, one.touches);
      return true;
    }
    if (sequence.isSeenLate(one.thread))
      continue;
    if (sequence.isApart(one.touches)) {
      // Below the sleeper it was noticed that the first of the race may come after the sequence,
      // and that was taken for the same as before it.
      if (execution.touches.dependent(one.touches, execution[race.first].touches) &&
          doesMore(frame, race.first))
        continue;
      race.cover = noEvent; // What comes at the end may change that.
      return true;
    }
  }
  return false;
}

bool Worker::doesMore(const Frame &frame, EventId event) const {
  const Node &node = *frame.node;
  const Child &child = node.children[frame.child];
  return std::ranges::any_of(child.roots, [&](BranchId id) {
    return !execution.touches.contains(treesOf(node)[id].touches, execution[event].touches);
  });
}

bool Worker::isTried(const Node &node, Race &race) {
  for (const Child &child : node.children) {
    const Sequence::Step *step = sequence.find(child.thread);
    if (!step)
      continue;
    const auto done = std::ranges::find(node.asleep, child.thread, &Sleeper::thread);
    if (done == node.asleep.end() ? sequence.canBegin(*step)
                                  : sequence.canBegin(*step, done->touches)) {
      race.cover = step->moved ? noEvent : step->event;
      return true;
    }
  }
  return false;
}

bool Worker::insert(Node &node, Race &race) {
  WakeupTrees &into = treesOf(node);
  // Those taken before it sleep then. What one of them could begin must not be left to it.
  EventId apart = 0;
  for (Child &child : node.children) {
    if (child.isStarted())
      continue;
    const Sequence::Step *step = sequence.find(child.thread);
    const EventId cover = step ? sequence.beginsUpTo(*step) : noEvent;
    if (insertAt(into, child)) {
      race.cover = std::max(cover, apart);
      return true;
    }
    apart = std::max(apart, sequence.waitsUpTo(child.thread));
  }
  race.cover = std::max(race.cover, apart);
  return false;
}

bool Worker::insertAt(WakeupTrees &into, Child &child) {
  const Sequence::Step *step = sequence.find(child.thread);
  if (!step) {
    if (child.ways > 1 || child.roots.size() != 1)
      return false;
    const Branch &top = into[child.roots.front()];
    if (!top.sides.all().empty() || !sequence.isApart(top.touches) ||
        into.fixesStores(child.roots.front(), sequence))
      return false;
    into.insertBelow(child.roots.front(), sequence);
    return true;
  }
  if (!sequence.canBegin(*step))
    return false;
  for (const BranchId one : child.roots)
    if (sequence.isSame(*step, into[one]) && !into.fixesStores(one, sequence)) {
      sequence.remove(*step);
      into.insertBelow(one, sequence);
      return true;
    }
  child.roots.push_back(into.chain(sequence, *step));
  child.owned.push_back(child.roots.back());
  return true;
}

} // namespace heddle::explore::dpor
