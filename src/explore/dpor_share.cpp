// What workers leave to each other, and how one goes on where another was.
#include "explore/dpor_worker.h"

namespace heddle::explore::dpor {

void Worker::share() {
  for (std::size_t i = 0; i < depth; ++i) {
    if (!hasWork(frames[i]))
      continue;
    for (std::size_t k = 0; k <= i; ++k)
      makeShared(frames[k]);
    Unit unit;
    unit.path.assign(path.begin(),
                     path.begin() + static_cast<std::ptrdiff_t>(frames[i].node->path));
    unit.frames.assign(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    for (std::size_t k = 0; k < i; ++k) // Whoever takes it will be within these.
      if (Node &node = *frames[k].node; !node.asked) {
        const Hold hold(node);
        ++node.children[frames[k].child].workers;
      }
    team.pool.give(std::move(unit));
    return;
  }
}

bool Worker::hasWork(Frame &frame) {
  Node &node = *frame.node;
  const Hold hold(node);
  if (node.asked)
    return node.triedSides < node.sides;
  if (!std::ranges::any_of(node.children,
                           [](const Child &child) { return child.tried < child.ways; }))
    return false;
  if (isKnown(frame)) // Then others may be begun beside it.
    sleep(node, node.children[frame.child]);
  Frame other = frame;
  return findChild(other);
}

bool Worker::isKnown(const Frame &frame) const {
  const std::size_t at = frame.node->events; // Its event is the next one.
  return at < execution.size() && (at + 1 < execution.size() || !inStep) &&
         isSettled(frame.node->children[frame.child], static_cast<EventId>(at));
}

void Worker::makeShared(Frame &frame) {
  Node &node = *frame.node;
  if (node.shared)
    return;
  auto shared = std::make_unique<Node::Shared>();
  for (BranchId &id : node.cursor)
    id = shared->trees.copy(trees, id);
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    Child &child = node.children[i];
    for (BranchId &id : child.roots)
      id = shared->trees.copy(trees, id);
    if (i == frame.child)
      frame.copies = child.owned; // It is followed already, in trees of our own.
    else
      for (const BranchId id : child.owned)
        trees.release(id);
    child.owned = child.roots;
  }
  node.shared = std::move(shared);
}

void Worker::adopt(const Unit &unit) {
  machine.back(root);
  path.clear();
  whole.clear();
  passed.clear();
  execution.cut(0);
  execution.begin(0, 0, 0);
  execution.add(firstEffects);
  inStep = true;
  last = 0;
  stable = 0;
  frames.assign(unit.frames.begin(), unit.frames.end());
  depth = 0;
  while (true) {
    passAll();
    std::size_t here = 0;
    if (depth < frames.size() && frames[depth].node->path == path.size()) {
      Frame &frame = frames[depth];
      if (!frame.node->asked && inStep)
        closeStep();
      frame.mark = machine.mark();
      frame.copies.clear();
      here = ++depth;
    }
    if (path.size() == unit.path.size())
      break;
    const vm::Choice choice = unit.path[path.size()];
    if (!canTake(machine, choice)) {
      if (!isCancelled(progress))
        collector.addGap(resumeGap());
      isBusy = false;
      return;
    }
    if (machine.asks()) {
      take(choice);
    } else {
      if (inStep)
        closeStep();
      step(choice, here);
    }
    collector.look(machine, whole); // Known already, but maybe not to this one.
  }
  if (!frames.empty() && !unit.isWithin)
    frames.back().child = noChild;
  // What was looked at is not looked at again, so that all goes on as it would have.
  if (!unit.covers.empty() && unit.covers.size() == execution.races.size()) {
    for (std::size_t i = 0; i < unit.covers.size(); ++i)
      execution.races[i].cover = unit.covers[i];
    execution.firstReordered();
    stable = execution.size();
  }
  ++unitsTaken;
  stepsRunAgain += whole.size();
  isBusy = !isCancelled(progress); // Which may have ended the last step before it was done.
  hasEnded = !frames.empty();
}

} // namespace heddle::explore::dpor
