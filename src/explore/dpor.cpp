// Dynamic partial-order reduction: one execution of every Mazurkiewicz trace and path (Abdulla,
// Aronis, Jonsson, Sagonas, JACM 2017).
//
// After each execution every pair of steps that could have happened the other way round is
// reversed: the steps that do not depend on the first, then the second, go into the wake-up tree of
// the point where the first was taken, unless a thread that sleeps there could begin them. A thread
// sleeps at a point when all that begins with its step has been tried. Whoever sleeps has been
// woken when a branch of the tree ends, so no execution is begun in vain.
//
// That holds where a step can be done wherever it does not depend on what came in between. A branch
// that cannot be followed, and a way of a step (a time-out, a side of a branch) that nobody asked
// for, are gone on from freely while others sleep: from such a point on only the threads tried at
// that very point count as tried (source sets), which is complete too, but may run into sleepers.
//
// Several workers share a search. One that has nothing to do is given a child that waits at a point
// of another one's path; the points above it are then shared. A reversal found below goes to the
// point it is for, whoever brought it there. A child that is begun counts as tried, for what begins
// with it will be come to within it: what is inserted later need not be added to it. A child begun
// beside others takes them for asleep that were begun before it.
#include "explore/collector.h"
#include "explore/dice.h"
#include "explore/dpor_node.h"
#include "explore/loop.h"
#include "explore/workers.h"

#include <algorithm>
#include <optional>
#include <set>
#include <thread>

namespace heddle::explore {

namespace {

/// A point on the path of a worker.
struct Frame {
  std::shared_ptr<Node> node;
  std::size_t mark = 0;
  std::size_t child = 0;                    ///< Which one the worker is in,
  std::size_t sleepers = 0;                 ///< and how many slept when it was taken.
  llvm::SmallVector<std::size_t, 2> beside; ///< Children that were not done then.
  llvm::SmallVector<BranchId, 1> copies;    ///< Trees of a shared point that the worker follows.
};

/// A point with something left to try, and the way there.
struct Unit {
  std::vector<vm::Choice> path;
  std::vector<Frame> frames; ///< The last one is the point.
};

/// What all workers of a search have in common.
struct Team {
  Team(const Options &options, Progress &progress, unsigned workers)
      : options(options), progress(progress), pool(workers) {}

  /// Who tells of a bug first is the only one to do so until it is told with small inputs.
  void found(const Found &one, bool isSmall) {
    if (!isSmall) {
      telling.lock();
      if (known.insert(bugKey(one.fault)).second) {
        teller = std::this_thread::get_id();
        options.onFound(one, false);
      } else {
        telling.unlock();
      }
    } else if (teller == std::this_thread::get_id()) {
      options.onFound(one, true);
      teller = std::thread::id();
      telling.unlock();
    }
  }
  void atEnd(vm::Machine &machine, const std::vector<vm::Choice> &path) {
    const std::scoped_lock lock(ending);
    options.atEnd(machine, path);
  }
  bool isStopped() const { return stop.load(std::memory_order_relaxed); }

  const Options &options;
  Progress &progress;
  WorkPool<Unit> pool;
  std::atomic<bool> stop = false; ///< A bug was found, and one is enough.

private:
  std::mutex telling;
  std::atomic<std::thread::id> teller;
  std::set<std::string> known;
  std::mutex ending;
};

class Worker {
public:
  Worker(vm::SharedCode &code, Team &team)
      : options(team.options), progress(team.progress), team(team),
        vmOptions(withCancel(options, progress)), machine(code, vmOptions),
        asking(progress, machine), collector(tellerOf(team)) {}

  /// The first worker begins at the beginning; the others wait for what it leaves them.
  void run(bool isFirst) {
    begin(isFirst);
    while (isBusy)
      takeTurn();
    while (const std::optional<Unit> unit = team.pool.take()) {
      adopt(*unit);
      while (isBusy)
        takeTurn();
    }
    finish();
  }

  void begin(bool isFirst) {
    begin();
    isBusy = isFirst;
  }

  /// One execution, or the way to what somebody has left; false if there is nothing to do.
  bool takeTurn() {
    if (!isBusy) {
      const std::optional<Unit> unit = team.pool.takeAtOnce();
      if (unit)
        adopt(*unit);
      return unit.has_value();
    }
    isBusy = advance() && goBack();
    if (isCancelled(progress) || team.isStopped())
      team.pool.end();
    return true;
  }

  void finish() {
    countWork(machine, stats);
    stats.more.emplace_back("races_reversed", reversals);
    if (options.workers > 1) {
      stats.more.emplace_back("units_taken", unitsTaken);
      stats.more.emplace_back("steps_run_again", stepsRunAgain);
    }
  }

  Stats stats;
  program::LocationId stoppedAt = program::noLocation;
  Collector &collected() { return collector; }

private:
  static vm::Options withCancel(const Options &options, Progress &progress) {
    vm::Options result = options.vm;
    result.cancel = &progress.cancel;
    return result;
  }

  static std::function<void(const Found &, bool)> tellerOf(Team &team) {
    if (!team.options.onFound)
      return {};
    return [&team](const Found &found, bool isSmall) { team.found(found, isSmall); };
  }

  /// What is lost in the end may depend on a store that nobody saw.
  static bool withObservers(const Options &options) {
    return options.observers && !options.vm.looksFor(vm::FaultKind::Leak);
  }

  void begin() {
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

  /// Goes on from the current state to the end of an execution; false if the search is over.
  bool advance() {
    while (true) {
      collector.look(machine, path);
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
        if (options.atEnd)
          team.atEnd(machine, path);
        reverseRaces();
        return true;
      }
      if (isTooDeep(options.limits, path.size())) {
        endStep();
        collector.addGap(depthGap(machine, options.limits));
        reverseRaces();
        return true;
      }
      if (machine.asks()) {
        branch();
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

  bool stop() {
    if (machine.end() == vm::End::Normal && depth)
      machine.back(frames[depth - 1].mark);
    stoppedAt = placeOf(machine);
    return false;
  }

  void take(vm::Choice choice) {
    path.push_back(choice);
    machine.take(choice);
    execution.add(machine.effects());
  }

  void step(vm::Choice choice, std::size_t frame) {
    execution.begin(choice.thread, path.size(), static_cast<std::uint32_t>(frame));
    inStep = true;
    last = choice.thread;
    take(choice);
  }

  /// The step is complete: orders it, and wakes those it matters to. False if it was to wake some
  /// that it does not.
  bool endStep() {
    if (!inStep)
      return true;
    inStep = false;
    execution.end();
    const auto id = static_cast<EventId>(execution.size() - 1);
    const std::span<const vm::Effect> effects = execution.effectsOf(id);
    const vm::ThreadId thread = execution[id].thread;
    auto wakes = [&](const Sleeper &one) {
      return one.thread == thread || execution.dependent(one.effects, effects);
    };
    if (const std::uint32_t at = execution[id].node) {
      const Frame &frame = frames[at - 1];
      Node &node = *frame.node;
      const Hold hold(node);
      Child &child = node.children[frame.child];
      for (const std::size_t other : frame.beside)
        if (!execution.dependent(node.children[other].effects, effects))
          return giveBack(child);
      for (const vm::Effect &effect : effects)
        if (effect.kind != vm::EffectKind::Order)
          child.effects.push_back(effect);
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

  /// It does something else than was thought, and has to wait for the others.
  static bool giveBack(Child &child) {
    child.mustWait = true;
    child.tried = 0;
    return false;
  }

  /// Whether a child can do nothing else than what it has done in this event.
  bool isSettled(const Child &child, EventId id) const {
    return child.ways == 1 && execution.pathEnd(id, path.size()) == execution[id].path + 1u;
  }

  static void sleep(Node &node, Child &child) {
    if (child.isAsleep)
      return;
    child.isAsleep = true;
    node.asleep.push_back({child.thread, child.effects});
  }

  Frame &push() {
    if (depth == frames.size())
      frames.emplace_back();
    Frame &frame = frames[depth++];
    if (!frame.node || frame.node->shared)
      frame.node = std::make_shared<Node>();
    Node &node = *frame.node;
    frame.mark = machine.mark();
    frame.child = 0;
    node.path = path.size();
    node.events = execution.size();
    node.last = last;
    node.children.clear();
    ++stats.states;
    return frame;
  }

  // --- the sides of a branch
  // ------------------------------------------------------------------------

  void branch() {
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

  /// The caller holds the point.
  std::uint32_t chooseSide(Frame &frame) {
    Node &node = *frame.node;
    const std::uint32_t side = node.triedSides++;
    // A step that was not asked here before takes every side.
    cursor.clear();
    for (const BranchId id : node.cursor) {
      const Branch &branch = treesOf(node)[id];
      if (branch.sides.size() <= node.nth || branch.sides[node.nth] == side)
        cursor.push_back(id);
    }
    copyCursor(frame);
    return side;
  }

  // --- scheduling points
  // ----------------------------------------------------------------------------

  static bool holds(std::span<const Sleeper> sleepers, vm::ThreadId thread) {
    return std::ranges::any_of(sleepers, [&](const Sleeper &one) { return one.thread == thread; });
  }

  /// Whether a thread need not be taken. One that stores is asleep only while nobody sees the
  /// order.
  bool sleeps(std::span<const Sleeper> sleepers, vm::ThreadId thread) const {
    return std::ranges::any_of(sleepers, [&](const Sleeper &one) {
      return one.thread == thread && !(execution.dependent.observers && hasStore(one));
    });
  }

  static bool hasStore(const Sleeper &one) {
    return std::ranges::count(one.effects, vm::EffectKind::Store, &vm::Effect::kind) > 0;
  }

  static std::uint32_t waysOf(const std::vector<vm::Choice> &enabled, vm::ThreadId thread) {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        enabled, [&](const vm::Choice &choice) { return choice.thread == thread; }));
  }

  vm::ThreadId pick(const std::vector<vm::Choice> &enabled) const {
    if (!holds(asleep, last) && waysOf(enabled, last))
      return last;
    for (const vm::Choice &choice : enabled)
      if (!holds(asleep, choice.thread))
        return choice.thread;
    return vm::noThread;
  }

  /// Takes the next step; false if all that could be done has been tried before.
  bool schedule() {
    const std::vector<vm::Choice> &enabled = machine.choices();
    next.clear(); // The children of what was followed so far.
    for (const BranchId id : cursor)
      for (BranchId i = trees[id].first; i != noBranch; i = trees[i].next)
        if (waysOf(enabled, trees[i].head.thread) && !sleeps(asleep, trees[i].head.thread))
          next.push_back(i);
    if (next.empty() && execution.dependent.observers)
      std::erase_if(asleep, hasStore); // Who sees their order may come yet.
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
      childFor(node, trees[id].head.thread).roots.push_back(id);
    if (next.empty())
      childFor(node, free);
    const vm::Choice choice = chooseWay(frame);
    step(choice, depth);
    return true;
  }

  /// Whether the last scheduling point is one at which wake-up trees do not hold all.
  bool isLoose() const {
    for (std::size_t i = depth; i-- > 0;)
      if (!frames[i].node->asked)
        return frames[i].node->loose;
    return false;
  }

  static Child &childFor(Node &node, vm::ThreadId thread) {
    for (Child &child : node.children)
      if (child.thread == thread && !child.isStarted())
        return child;
    Child &child = node.children.emplace_back();
    child.thread = thread;
    child.ways = waysOf(node.enabled, thread);
    return child;
  }

  /// The next way of the child that the worker is in. The caller holds the point.
  vm::Choice chooseWay(Frame &frame) {
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
      if (treesOf(node)[id].head.alternative == way)
        cursor.push_back(id);
    copyCursor(frame);
    return {child.thread, way, false};
  }

  WakeupTrees &treesOf(Node &node) { return node.shared ? node.shared->trees : trees; }
  const WakeupTrees &treesOf(const Node &node) const {
    return node.shared ? node.shared->trees : trees;
  }

  /// What is followed from a shared point on is followed in trees of our own.
  void copyCursor(Frame &frame) {
    releaseCopies(frame);
    if (!frame.node->shared)
      return;
    for (BranchId &id : cursor) {
      id = trees.copy(frame.node->shared->trees, id);
      frame.copies.push_back(id);
    }
  }

  void releaseCopies(Frame &frame) {
    for (const BranchId id : frame.copies)
      trees.release(id);
    frame.copies.clear();
  }

  /// To the deepest point where something is left to try; false if there is none.
  bool goBack() {
    if (team.pool.isWanted() || options.turns)
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

  /// Takes what is next at the last point; false if nothing is.
  bool leave(Frame &frame) {
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

  /// Looks at once whether a child may be begun beside others, for they may wait for that.
  bool settle() {
    collector.look(machine, path);
    if (!machine.asks())
      return endStep();
    const Frame &frame = frames[depth - 1];
    const Hold hold(*frame.node);
    inStep = false;
    return giveBack(frame.node->children[frame.child]);
  }

  std::optional<std::uint32_t> nextSide(Frame &frame) {
    const Hold hold(*frame.node);
    if (frame.node->triedSides == frame.node->sides)
      return std::nullopt;
    return chooseSide(frame);
  }

  std::optional<vm::Choice> nextChild(Frame &frame) {
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

  /// A child with ways that nobody has begun, or else one that nobody has begun at all.
  bool findChild(Frame &frame) const {
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

  /// Whether a child may be begun now. Beside one that is not done only if it wakes that one: then
  /// nothing that it leads to is left to the other.
  bool canBegin(const Node &node, const Child &child) const {
    for (const Child &other : node.children) {
      if (!other.workers)
        continue;
      if (child.mustWait || child.ways > 1 || child.roots.empty())
        return false;
      for (const BranchId id : child.roots)
        if (!execution.dependent(treesOf(node)[id].effects, other.effects))
          return false;
    }
    return true;
  }

  void restore(const Frame &frame) {
    machine.back(frame.mark);
    path.resize(frame.node->path);
    execution.cut(frame.node->events);
    stable = std::min(stable, execution.size());
    last = frame.node->last;
  }

  // --- sharing
  // --------------------------------------------------------------------------------------

  /// Leaves the first point of the path where something is left to try to others as well.
  void share() {
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

  bool hasWork(Frame &frame) {
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

  bool isKnown(const Frame &frame) const {
    const std::size_t at = frame.node->events; // Its event is the next one.
    return at < execution.size() && (at + 1 < execution.size() || !inStep) &&
           isSettled(frame.node->children[frame.child], static_cast<EventId>(at));
  }

  void makeShared(Frame &frame) {
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

  /// Goes to the point of a unit and takes what is left there, if anything is.
  void adopt(const Unit &unit) {
    machine.back(root);
    path.clear();
    execution.cut(0);
    execution.begin(0, 0, 0);
    execution.add(firstEffects);
    inStep = true;
    last = 0;
    stable = 0;
    frames.assign(unit.frames.begin(), unit.frames.end());
    depth = 0;
    while (true) {
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
      if (machine.asks()) {
        take(choice);
      } else {
        if (inStep)
          closeStep();
        step(choice, here);
      }
      collector.look(machine, path); // Known already, but maybe not to this one.
    }
    frames.back().child = ~std::size_t{0}; // It is in none of the children.
    ++unitsTaken;
    stepsRunAgain += path.size();
    isBusy = goBack();
  }

  void closeStep() {
    inStep = false;
    execution.end();
  }

  // --- reversing
  // ------------------------------------------------------------------------------------

  /// An execution has ended, or cannot lead to anything new.
  void reverseRaces() {
    publish(stats, published, progress);
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

  /// Has the second step of a race tried before the first.
  void reverse(Race &race) {
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

  /// Whether somebody is about to see what another child does, and whether it may be taken.
  static bool isDeciding(const Frame &frame) {
    const std::vector<Child> &children = frame.node->children;
    for (std::size_t i = 0; frame.node->shared && i < children.size(); ++i)
      if (i != frame.child && children[i].isStarted() && !children[i].isAsleep)
        return true;
    return false;
  }

  bool sleeperBegins(const Frame &frame, Race &race) {
    const Node &node = *frame.node;
    for (std::size_t i = 0; i < node.asleep.size(); ++i) {
      const Sleeper &one = node.asleep[i];
      if (i >= node.inherited && one.thread == node.children[frame.child].thread &&
          i >= frame.sleepers)
        continue; // The one we are in.
      if (const Sequence::Step *step = sequence.find(one.thread)) {
        if (!sequence.canBegin(*step, one.effects))
          continue;
        race.cover = sequence.beginsUpTo(*step, one.effects);
        return true;
      }
      if (sequence.isSeenLate(one.thread))
        continue;
      if (sequence.isApart(one.effects)) {
        race.cover = noEvent; // What comes at the end may change that.
        return true;
      }
    }
    return false;
  }

  bool isTried(const Node &node, Race &race) {
    for (const Child &child : node.children) {
      const Sequence::Step *step = sequence.find(child.thread);
      if (!step)
        continue;
      const auto done = std::ranges::find(node.asleep, child.thread, &Sleeper::thread);
      if (done == node.asleep.end() ? sequence.canBegin(*step)
                                    : sequence.canBegin(*step, done->effects)) {
        race.cover = step->moved ? noEvent : step->event;
        return true;
      }
    }
    return false;
  }

  /// Puts the sequence into the tree of a thread that is going to be taken. Another execution with
  /// this race is met below it too, as long as none who sleeps by then could begin it.
  bool insert(Node &node, Race &race) {
    WakeupTrees &into = treesOf(node);
    EventId others = 0;
    for (const Sleeper &one : node.asleep)
      others = std::max(others, sequence.excludedBy(one.thread, one.effects));
    for (Child &child : node.children) {
      if (child.isStarted())
        continue;
      const Sequence::Step *step = sequence.find(child.thread);
      const EventId cover = step ? sequence.beginsUpTo(*step) : noEvent;
      if (insertAt(into, child)) {
        race.cover = std::max(cover, others);
        return true;
      }
      for (const BranchId one : child.roots)
        others = std::max(others, sequence.excludedBy(child.thread, into[one].effects));
    }
    race.cover = std::max(race.cover, others);
    return false;
  }

  bool insertAt(WakeupTrees &into, Child &child) {
    const Sequence::Step *step = sequence.find(child.thread);
    if (!step) {
      if (child.ways > 1 || child.roots.size() != 1)
        return false;
      const Branch &top = into[child.roots.front()];
      if (!top.sides.empty() || !sequence.isApart(top.effects))
        return false;
      into.insertBelow(child.roots.front(), sequence);
      return true;
    }
    if (!sequence.canBegin(*step))
      return false;
    for (const BranchId one : child.roots)
      if (sequence.isSame(*step, into[one])) {
        sequence.remove(*step);
        into.insertBelow(one, sequence);
        return true;
      }
    child.roots.push_back(into.chain(sequence, *step));
    child.owned.push_back(child.roots.back());
    return true;
  }

  const Options &options;
  Progress &progress;
  Team &team;
  vm::Options vmOptions;
  vm::Machine machine;
  Progress::Asking asking;
  Collector collector;
  Stats published;
  std::size_t root = 0; ///< The mark of the beginning.
  std::vector<vm::Effect> firstEffects;

  std::vector<vm::Choice> path;
  Execution execution{{withObservers(options)}};
  Sequence sequence{execution, path};
  WakeupTrees trees;
  std::vector<Frame> frames; ///< The first `depth` of them.
  std::size_t depth = 0;
  std::vector<BranchId> cursor; ///< The branches that the last step followed.
  std::vector<BranchId> next;
  std::vector<Sleeper> asleep;
  vm::ThreadId last = 0;
  bool inStep = true;
  bool isBusy = false;
  std::size_t stable = 0; ///< Events that were there when races were last looked at.
  std::uint64_t reversals = 0;
  std::uint64_t unitsTaken = 0;    ///< From other workers,
  std::uint64_t stepsRunAgain = 0; ///< and the way there.
  std::vector<vm::Effect> blockedEffects;
  std::vector<Race> blockers;
};

class Dpor : public Explorer {
  using Workers = std::vector<std::unique_ptr<Worker>>;

  static void runThreads(const Workers &workers) {
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < workers.size(); ++i)
      threads.emplace_back([&workers, i] { workers[i]->run(false); });
    workers.front()->run(true);
    for (std::thread &thread : threads)
      thread.join();
  }

  static void takeTurns(const Team &team, const Workers &workers, std::uint64_t seed) {
    Dice dice(seed, 0);
    for (const auto &worker : workers)
      worker->begin(worker == workers.front());
    for (bool any = true; any && !team.isStopped() && !isCancelled(team.progress);) {
      any = false;
      for (const auto &worker : workers)
        for (std::uint64_t i = 0, count = 1 + dice.below(3); i < count; ++i)
          any |= worker->takeTurn();
    }
    for (const auto &worker : workers)
      worker->finish();
  }

public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    const unsigned count = std::max(1u, options.workers);
    Team team(options, progress, count);
    Workers workers;
    for (unsigned i = 0; i < count; ++i)
      workers.push_back(std::make_unique<Worker>(code, team));
    if (options.turns)
      takeTurns(team, workers, *options.turns);
    else
      runThreads(workers);
    Worker &first = *workers.front();
    for (unsigned i = 1; i < count; ++i) {
      addStats(first.stats, workers[i]->stats);
      first.collected().add(workers[i]->collected());
    }
    Answer answer = first.collected().finish(first.stats);
    for (const auto &worker : workers)
      if (answer.stoppedAt == program::noLocation)
        answer.stoppedAt = worker->stoppedAt;
    return answer;
  }
};

} // namespace

std::unique_ptr<Explorer> makeDpor() {
  return std::make_unique<Dpor>();
}

} // namespace heddle::explore
