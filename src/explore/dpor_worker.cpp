// The path of a worker: how it goes on, sleeps, branches and goes back.
#include "explore/dpor_worker.h"

#include "explore/thread_order.h"

namespace heddle::explore::dpor {

void Worker::begin(bool isFirst) {
  start();
  isBusy = isFirst;
}

void Worker::takeTurn() {
  isBusy = !hasEnded || goBack();
  if (isBusy)
    isBusy = hasEnded = advance();
}

Stats Worker::statsNow() const {
  Stats now = stats;
  countWork(machine, now);
  now.more.emplace_back("races_reversed", reversals);
  if (options.calm && !options.calm->empty())
    now.more.emplace_back("accesses_run_through", runThrough);
  if (options.workers > 1) {
    now.more.emplace_back("units_taken", unitsTaken);
    now.more.emplace_back("steps_run_again", stepsRunAgain);
  }
  return now;
}

bool Worker::withObservers(const Options &options) {
  return options.observers && !options.vm.looksFor(vm::FaultKind::Leak);
}

void Worker::start() {
  machine.track();
  execution.follow(machine);
  machine.setHistory(
      [this](vm::Address address, std::uint32_t size, std::vector<std::uint64_t> &out) {
        execution.valuesBefore(address, size, out);
      });
  if (execution.dependent.observers)
    machine.setContested(
        [this](std::vector<vm::TrialCell> &out) { execution.contested(machine.effects(), out); });
  machine.start();
  firstEffects = machine.effects();
  // What main does before the first choice orders the threads it makes.
  execution.begin(0, 0, 0);
  execution.add(firstEffects);
  root = machine.mark();
}

bool Worker::advance() {
  while (true) {
    collector.look(machine, whole);
    if (isCancelled(progress))
      return stop();
    if (collector.foundBug() && !options.all) {
      if (machine.choices().empty())
        countEnd(machine, stats);
      team.stop = true;
    }
    if (team.isStopped())
      return false;
    if (machine.choices().empty()) {
      endStep();
      countEnd(machine, stats);
      team.teller.atEnd(machine, whole);
      reverseRaces();
      return true;
    }
    if (isTooDeep(options.limits, whole.size())) {
      endStep();
      collector.addGap(depthGap(machine, options.limits));
      reverseRaces();
      return true;
    }
    if (machine.asks()) {
      branch();
      continue;
    }
    if (passes()) {
      pass();
      continue;
    }
    endStep();
    if (!schedule()) {
      ++stats.blocked;
      reverseRaces();
      return true;
    }
  }
}

bool Worker::stop() {
  if (machine.end() == vm::End::Normal && depth)
    machine.back(frames[depth - 1].mark);
  stoppedAt = placeOf(machine);
  return false;
}

void Worker::take(vm::Choice choice) {
  path.push_back(choice);
  whole.push_back(choice);
  machine.take(choice);
  execution.add(machine.effects());
}

void Worker::step(vm::Choice choice, std::size_t frame) {
  execution.begin(choice.thread, path.size(), static_cast<std::uint32_t>(frame));
  inStep = true;
  last = choice.thread;
  take(choice);
}

bool Worker::passes() const {
  if (!options.calm || options.calm->empty() || !inStep || machine.asks() || !machine.exists(last))
    return false;
  const vm::ThreadCore &core = machine.thread(last);
  const vm::Pending &pending = core.pending;
  // At the head of a loop it matters who acts before another iteration.
  return core.status == vm::ThreadStatus::Ready && pending.phase == vm::Phase::Start &&
         (pending.kind == program::OpKind::Read || pending.kind == program::OpKind::Write) &&
         pending.location < options.calm->size() && (*options.calm)[pending.location] &&
         !core.forecast && !core.awaits && !core.cameToNothing &&
         waysOf(machine.choices(), last) == 1;
}

void Worker::pass() {
  const vm::Pending access = machine.thread(last).pending;
  const vm::Choice choice{last, 0, false};
  ++runThrough;
  passed.push_back(path.size());
  whole.push_back(choice);
  machine.take(choice);
  // What orders it among those that it conflicts with is in other steps. It is left out, so that a
  // step does not look different where it came to another branch.
  const std::span<const vm::Effect> effects = machine.effects();
  const auto own = std::ranges::find_if(effects, [&](const vm::Effect &effect) {
    return effect.plain && effect.thread == choice.thread && effect.address == access.address &&
           effect.size == access.size;
  });
  const auto before = static_cast<std::size_t>(own - effects.begin());
  execution.add(effects.first(before));
  if (own != effects.end())
    execution.add(effects.subspan(before + 1));
}

void Worker::passAll() {
  while (passes()) {
    pass();
    collector.look(machine, whole);
  }
}

bool Worker::endStep() {
  if (!inStep)
    return true;
  inStep = false;
  execution.end();
  const auto id = static_cast<EventId>(execution.size() - 1);
  const TouchId touches = execution[id].touches;
  const vm::ThreadId thread = execution[id].thread;
  auto wakes = [&](const Sleeper &one) {
    return one.thread == thread || execution.touches.dependent(one.touches, touches);
  };
  if (const std::uint32_t at = execution[id].node) {
    const Frame &frame = frames[at - 1];
    Node &node = *frame.node;
    const Hold hold(node);
    Child &child = node.children[frame.child];
    for (const std::size_t other : frame.beside)
      if (!execution.touches.dependent(node.children[other].touches, touches))
        return giveBack(child);
    child.touches = execution.touches.both(child.touches, touches);
    if (node.shared && isSettled(child, id))
      sleep(node, child);
    asleep.clear();
    for (std::size_t i = 0; i < frame.sleepers; ++i)
      if (!wakes(node.asleep[i]))
        asleep.push_back(node.asleep[i]);
  } else {
    std::erase_if(asleep, wakes);
  }
  return true;
}

Frame &Worker::push() {
  if (depth == frames.size())
    frames.emplace_back();
  Frame &frame = frames[depth++];
  if (!frame.node || frame.node->shared)
    frame.node = std::make_shared<Node>();
  Node &node = *frame.node;
  frame.mark = machine.mark();
  frame.child = 0;
  frame.sleepers = 0;
  frame.beside.clear();
  node.path = path.size();
  node.events = execution.size();
  node.last = last;
  node.children.clear();
  node.enabled.clear();
  node.inherited = 0;
  node.cursor.clear();
  node.loose = false;
  ++stats.states;
  return frame;
}

void Worker::branch() {
  Frame &frame = push();
  Node &node = *frame.node;
  node.asked = true;
  node.sides = static_cast<std::uint32_t>(machine.choices().size());
  const auto id = static_cast<EventId>(execution.size() - 1);
  node.effects = execution.effectsOf(id).size();
  node.nth = path.size() - execution[id].path - (id ? 1 : 0);
  node.cursor = cursor;
  node.asleep = asleep;
  node.triedSides = 0;
  take(machine.choices()[chooseSide(frame)]);
}

std::uint32_t Worker::chooseSide(Frame &frame) {
  Node &node = *frame.node;
  const std::uint32_t side = node.triedSides++;
  // A step that was not asked here before takes every side.
  cursor.clear();
  for (const BranchId id : node.cursor) {
    const Branch &branch = treesOf(node)[id];
    const std::span<const std::uint32_t> sides = branch.sides.all();
    if (sides.size() <= node.nth || sides[node.nth] == side)
      cursor.push_back(id);
  }
  copyCursor(frame);
  return side;
}

bool Worker::sleeps(std::span<const Sleeper> sleepers, vm::ThreadId thread) const {
  return std::ranges::any_of(sleepers, [&](const Sleeper &one) {
    return one.thread == thread && !(execution.dependent.observers && hasStore(one));
  });
}

/// Whether the last thread has gone on for so long that it may well wait, and count its tries, for
/// what another one is yet to do.
bool Worker::isPatienceOver() const {
  constexpr std::size_t patience = 1000;
  return path.size() >= patience &&
         std::all_of(path.end() - patience, path.end(),
                     [&](const vm::Choice &choice) { return choice.thread == last; });
}

/// Who comes after the last thread, in turns.
vm::ThreadId Worker::turnAfter(const std::vector<vm::Choice> &enabled) const {
  vm::ThreadId first = vm::noThread;
  for (const vm::Choice &choice : enabled) {
    if (choice.thread == last || holds(asleep, choice.thread))
      continue;
    if (choice.thread > last)
      return choice.thread;
    if (first == vm::noThread)
      first = choice.thread;
  }
  return first;
}

vm::ThreadId Worker::pick(const std::vector<vm::Choice> &enabled) const {
  const bool canGoOn = !holds(asleep, last) && waysOf(enabled, last);
  if (canGoOn && !isPatienceOver())
    return last;
  vm::ThreadId best = canGoOn ? turnAfter(enabled) : vm::noThread;
  if (best != vm::noThread)
    return best;
  for (const vm::Choice &choice : enabled) {
    if (holds(asleep, choice.thread))
      continue;
    if (!options.seed)
      return choice.thread;
    if (best == vm::noThread || rankOf(choice.thread, options.seed) < rankOf(best, options.seed))
      best = choice.thread;
  }
  return best;
}

bool Worker::schedule() {
  const std::vector<vm::Choice> &enabled = machine.choices();
  next.clear(); // The children of what was followed so far.
  for (const BranchId id : cursor)
    for (BranchId i = trees[id].first; i != noBranch; i = trees[i].next)
      if (waysOf(enabled, trees[i].thread) && !sleeps(asleep, trees[i].thread))
        next.push_back(i);
  if (next.empty() && execution.dependent.observers)
    std::erase_if(asleep, [&](const Sleeper &one) {
      return hasStore(one);
    }); // Who sees their order may come yet.
  const vm::ThreadId free = next.empty() ? pick(enabled) : vm::noThread;
  if (next.empty() && free == vm::noThread)
    return false;
  if (enabled.size() == 1) {
    cursor = next;
    step(enabled.front(), 0);
    return true;
  }
  const bool above = isLoose();
  Frame &frame = push();
  Node &node = *frame.node;
  node.asked = false;
  node.enabled = enabled;
  node.asleep = asleep;
  node.inherited = asleep.size();
  node.loose = !asleep.empty() && (next.empty() || above);
  for (const BranchId id : next)
    childFor(node, trees[id].thread).roots.push_back(id);
  if (next.empty())
    childFor(node, free);
  const vm::Choice choice = chooseWay(frame);
  step(choice, depth);
  return true;
}

bool Worker::isLoose() const {
  for (std::size_t i = depth; i-- > 0;)
    if (!frames[i].node->asked)
      return frames[i].node->loose;
  return false;
}

Child &Worker::childFor(Node &node, vm::ThreadId thread) {
  for (Child &child : node.children)
    if (child.thread == thread && !child.isStarted())
      return child;
  Child &child = node.children.emplace_back();
  child.thread = thread;
  child.ways = waysOf(node.enabled, thread);
  return child;
}

vm::Choice Worker::chooseWay(Frame &frame) {
  Node &node = *frame.node;
  Child &child = node.children[frame.child];
  const std::uint32_t way = child.tried++;
  frame.sleepers = node.asleep.size();
  frame.beside.clear();
  for (std::size_t i = 0; i < node.children.size(); ++i)
    if (node.children[i].workers && i != frame.child)
      frame.beside.push_back(i);
  ++child.workers;
  cursor.clear();
  for (const BranchId id : child.roots)
    if (treesOf(node)[id].alternative == way)
      cursor.push_back(id);
  copyCursor(frame);
  return {child.thread, way, false};
}

void Worker::copyCursor(Frame &frame) {
  releaseCopies(frame);
  if (!frame.node->shared)
    return;
  for (BranchId &id : cursor) {
    id = trees.copy(frame.node->shared->trees, id);
    frame.copies.push_back(id);
  }
}

void Worker::releaseCopies(Frame &frame) {
  for (const BranchId id : frame.copies)
    trees.release(id);
  frame.copies.clear();
}

bool Worker::goBack() {
  if (team.pool.isWanted() || team.takesTurns)
    share();
  while (depth) {
    Frame &frame = frames[depth - 1];
    if (leave(frame))
      return true;
    releaseCopies(frame);
    machine.drop(frame.mark);
    --depth;
  }
  return false;
}

bool Worker::leave(Frame &frame) {
  const Node &node = *frame.node;
  if (node.asked) {
    const std::optional<std::uint32_t> side = nextSide(frame);
    if (!side)
      return false;
    restore(frame);
    asleep = node.asleep;
    execution.reopen(node.effects);
    inStep = true;
    take(machine.choices()[*side]);
    return true;
  }
  while (const std::optional<vm::Choice> choice = nextChild(frame)) {
    restore(frame);
    step(*choice, depth);
    if (frame.beside.empty() || settle())
      return true;
  }
  return false;
}

bool Worker::settle() {
  collector.look(machine, whole);
  passAll();
  if (!machine.asks())
    return endStep();
  const Frame &frame = frames[depth - 1];
  const Hold hold(*frame.node);
  inStep = false;
  return giveBack(frame.node->children[frame.child]);
}

std::optional<std::uint32_t> Worker::nextSide(Frame &frame) {
  const Hold hold(*frame.node);
  if (frame.node->triedSides == frame.node->sides)
    return std::nullopt;
  return chooseSide(frame);
}

std::optional<vm::Choice> Worker::nextChild(Frame &frame) {
  Node &node = *frame.node;
  const Hold hold(node);
  if (frame.child < node.children.size()) {
    Child &mine = node.children[frame.child];
    --mine.workers;
    if (mine.isStarted() && mine.tried == mine.ways && !mine.workers) {
      for (const BranchId id : mine.owned)
        treesOf(node).release(id);
      mine.owned.clear();
      mine.roots.clear();
      sleep(node, mine);
    }
  }
  if (!findChild(frame))
    return std::nullopt;
  return chooseWay(frame);
}

bool Worker::findChild(Frame &frame) const {
  const Node &node = *frame.node;
  auto find = [&](auto suits) {
    const auto found = std::ranges::find_if(node.children, suits);
    if (found == node.children.end())
      return false;
    frame.child = static_cast<std::size_t>(found - node.children.begin());
    return true;
  };
  if (find([](const Child &child) { return child.isStarted() && child.tried < child.ways; }))
    return true;
  if (node.isUnsettled())
    return false;
  // In their order: what one leads to is not looked for in those before it.
  return find([&](const Child &child) {
           return !child.isStarted() &&
                  (!node.loose ||
                   !sleeps(std::span(node.asleep).first(node.inherited), child.thread));
         }) &&
         canBegin(node, node.children[frame.child]);
}

bool Worker::canBegin(const Node &node, const Child &child) const {
  for (const Child &other : node.children) {
    if (!other.workers)
      continue;
    if (child.mustWait || child.ways > 1 || child.roots.empty())
      return false;
    for (const BranchId id : child.roots)
      if (!execution.touches.dependent(treesOf(node)[id].touches, other.touches))
        return false;
  }
  return true;
}

void Worker::restore(const Frame &frame) {
  machine.back(frame.mark);
  path.resize(frame.node->path);
  while (!passed.empty() && passed.back() > path.size())
    passed.pop_back();
  whole.resize(path.size() + passed.size());
  execution.cut(frame.node->events);
  stable = std::min(stable, execution.size());
  last = frame.node->last;
}

} // namespace heddle::explore::dpor
