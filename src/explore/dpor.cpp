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
#include "explore/collector.h"
#include "explore/loop.h"
#include "explore/wakeup.h"

#include <algorithm>

namespace heddle::explore {

namespace {

/// A thread whose next step leads nowhere new, and what that step does.
struct Sleeper {
  vm::ThreadId thread = 0;
  llvm::SmallVector<vm::Effect, 2> effects;
};

/// One thread to take at a scheduling point, in all its ways.
struct Child {
  vm::ThreadId thread = 0;
  std::uint32_t ways = 1;
  std::uint32_t tried = 0;
  llvm::SmallVector<BranchId, 1> roots; ///< What to do; others of its ways are gone on from freely.
  llvm::SmallVector<BranchId, 1> owned; ///< Those that are part of no larger tree.
  llvm::SmallVector<vm::Effect, 2> effects;
};

struct Node {
  std::size_t mark = 0;
  std::size_t path = 0;        ///< Length of the path up to here,
  std::size_t events = 0;      ///< and of the execution.
  bool asked = false;          ///< The sides of a branch: one thread, in the midst of a step.
  vm::ThreadId last = 0;       ///< Whose step led here.
  std::vector<Sleeper> asleep; ///< First those who came asleep, then the children that are done.
  // A scheduling point:
  bool loose = false;
  std::size_t inherited = 0;
  std::vector<Child> children;
  std::size_t current = 0;
  std::vector<vm::Choice> enabled;
  // A branch:
  std::uint32_t sides = 0;
  std::uint32_t triedSides = 0;
  std::size_t nth = 0;          ///< Branch of its step.
  std::size_t effects = 0;      ///< Of the step so far.
  std::vector<BranchId> cursor; ///< Branches that the step follows.
};

class Search {
public:
  Search(vm::SharedCode &code, const Options &options, Progress &progress)
      : options(options), progress(progress), vmOptions(withCancel(options, progress)),
        machine(code, vmOptions), asking(progress, machine), collector(options.onFound) {}

  Answer run() {
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
    // What main does before the first choice orders the threads it makes.
    execution.begin(0, 0, 0);
    execution.add(machine.effects());
    while (advance() && goBack()) {
    }
    countWork(machine, stats);
    stats.more.emplace_back("races_reversed", reversals);
    Answer answer = collector.finish(stats);
    answer.stoppedAt = stoppedAt;
    return answer;
  }

private:
  static vm::Options withCancel(const Options &options, Progress &progress) {
    vm::Options result = options.vm;
    result.cancel = &progress.cancel;
    return result;
  }

  /// What is lost in the end may depend on a store that nobody saw.
  static bool withObservers(const Options &options) {
    return options.observers && !options.vm.looksFor(vm::FaultKind::Leak);
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
        return false;
      }
      if (machine.choices().empty()) {
        endStep();
        countEnd(machine, stats);
        if (options.atEnd)
          options.atEnd(machine, path);
        finish();
        return true;
      }
      if (isTooDeep(options.limits, path.size())) {
        collector.addGap(depthGap(machine, options.limits));
        endStep();
        finish();
        return true;
      }
      if (machine.asks()) {
        branch();
        continue;
      }
      endStep();
      if (!schedule()) {
        ++stats.blocked;
        finish();
        return true;
      }
    }
  }

  bool stop() {
    if (machine.end() == vm::End::Normal && depth)
      machine.back(nodes[depth - 1].mark);
    stoppedAt = placeOf(machine);
    return false;
  }

  void take(vm::Choice choice) {
    path.push_back(choice);
    machine.take(choice);
    execution.add(machine.effects());
  }

  void step(vm::Choice choice, std::uint32_t node) {
    execution.begin(choice.thread, path.size(), node);
    inStep = true;
    last = choice.thread;
    take(choice);
  }

  /// The step is complete: orders it, and wakes those it matters to.
  void endStep() {
    if (!inStep)
      return;
    inStep = false;
    execution.end();
    const auto id = static_cast<EventId>(execution.size() - 1);
    const std::span<const vm::Effect> effects = execution.effectsOf(id);
    const vm::ThreadId thread = execution[id].thread;
    auto wakes = [&](const Sleeper &one) {
      return one.thread == thread || execution.dependent(one.effects, effects);
    };
    if (const std::uint32_t at = execution[id].node) {
      Node &node = nodes[at - 1];
      Child &child = node.children[node.current];
      for (const vm::Effect &effect : effects)
        if (effect.kind != vm::EffectKind::Order)
          child.effects.push_back(effect);
      asleep.clear();
      for (const Sleeper &one : node.asleep)
        if (!wakes(one))
          asleep.push_back(one);
    } else {
      std::erase_if(asleep, wakes);
    }
  }

  Node &push() {
    if (depth == nodes.size())
      nodes.emplace_back();
    Node &node = nodes[depth++];
    node.mark = machine.mark();
    node.path = path.size();
    node.events = execution.size();
    node.last = last;
    node.children.clear();
    node.current = 0;
    ++stats.states;
    return node;
  }

  // --- the sides of a branch
  // ------------------------------------------------------------------------

  void branch() {
    Node &node = push();
    node.asked = true;
    node.sides = static_cast<std::uint32_t>(machine.choices().size());
    const auto id = static_cast<EventId>(execution.size() - 1);
    node.effects = execution.effectsOf(id).size();
    node.nth = path.size() - execution[id].path - (id ? 1 : 0);
    node.cursor = cursor;
    node.asleep = asleep;
    node.triedSides = 0;
    takeSide(node);
  }

  void takeSide(Node &node) {
    const std::uint32_t side = node.triedSides++;
    // A step that was not asked here before takes every side.
    cursor.clear();
    for (const BranchId id : node.cursor)
      if (trees[id].sides.size() <= node.nth || trees[id].sides[node.nth] == side)
        cursor.push_back(id);
    take(machine.choices()[side]);
  }

  // --- scheduling points
  // ----------------------------------------------------------------------------

  static bool holds(std::span<const Sleeper> sleepers, vm::ThreadId thread) {
    return std::ranges::any_of(sleepers, [&](const Sleeper &one) { return one.thread == thread; });
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
        if (waysOf(enabled, trees[i].head.thread))
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
    Node &node = push();
    node.asked = false;
    node.enabled = enabled;
    node.asleep = asleep;
    node.inherited = asleep.size();
    node.loose = !asleep.empty() && (next.empty() || above);
    for (const BranchId id : next)
      childFor(node, trees[id].head.thread).roots.push_back(id);
    if (next.empty())
      childFor(node, free);
    takeChild(node);
    return true;
  }

  /// Whether the last scheduling point is one at which wake-up trees do not hold all.
  bool isLoose() const {
    for (std::size_t i = depth; i-- > 0;)
      if (!nodes[i].asked)
        return nodes[i].loose;
    return false;
  }

  static Child &childFor(Node &node, vm::ThreadId thread) {
    for (std::size_t i = node.current; i < node.children.size(); ++i)
      if (node.children[i].thread == thread && !node.children[i].tried)
        return node.children[i];
    Child &child = node.children.emplace_back();
    child.thread = thread;
    child.ways = waysOf(node.enabled, thread);
    return child;
  }

  void takeChild(Node &node) {
    Child &child = node.children[node.current];
    const std::uint32_t way = child.tried++;
    cursor.clear();
    for (const BranchId id : child.roots)
      if (trees[id].head.alternative == way)
        cursor.push_back(id);
    step({child.thread, way}, static_cast<std::uint32_t>(&node - nodes.data()) + 1);
  }

  /// To the deepest point where something is left to try; false if there is none.
  bool goBack() {
    while (depth) {
      Node &node = nodes[depth - 1];
      if (node.asked) {
        if (node.triedSides < node.sides) {
          restore(node);
          asleep = node.asleep;
          execution.reopen(node.effects);
          inStep = true;
          takeSide(node);
          return true;
        }
      } else if (node.children[node.current].tried < node.children[node.current].ways) {
        restore(node);
        takeChild(node);
        return true;
      } else if (nextChild(node)) {
        restore(node);
        takeChild(node);
        return true;
      }
      machine.drop(node.mark);
      --depth;
    }
    return false;
  }

  bool nextChild(Node &node) {
    Child &done = node.children[node.current];
    for (const BranchId id : done.owned)
      trees.release(id);
    node.asleep.push_back({done.thread, std::move(done.effects)});
    while (++node.current < node.children.size())
      if (!node.loose ||
          !holds(std::span(node.asleep).first(node.inherited), node.children[node.current].thread))
        return true;
    return false;
  }

  void restore(const Node &node) {
    machine.back(node.mark);
    path.resize(node.path);
    execution.cut(node.events);
    stable = std::min(stable, execution.size());
    last = node.last;
  }

  // --- reversing
  // ------------------------------------------------------------------------------------

  /// An execution has ended, or cannot lead to anything new.
  void finish() {
    publish(stats, progress);
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
    Node &node = nodes[at - 1];
    sequence.build(race, blockedEffects);
    const vm::ThreadId first = sequence.front().thread;
    race.cover = sequence.beginsUpTo(sequence.front());
    if (!waysOf(node.enabled, first))
      return; // It is what had to wait.
    if (node.loose ? isTried(node, race) : sleeperBegins(node, race))
      return;
    ++reversals;
    if (!node.loose && insert(node, race))
      return;
    Child &child = node.children.emplace_back();
    child.thread = first;
    child.ways = waysOf(node.enabled, first);
    child.roots.push_back(trees.chain(sequence, sequence.front()));
    child.owned = child.roots;
  }

  bool sleeperBegins(const Node &node, Race &race) {
    for (const Sleeper &one : node.asleep) {
      if (const Sequence::Step *step = sequence.find(one.thread)) {
        if (!sequence.canBegin(*step, one.effects))
          continue;
        race.cover = sequence.beginsUpTo(*step, one.effects);
        return true;
      }
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
    EventId others = 0;
    for (const Sleeper &one : node.asleep)
      others = std::max(others, sequence.excludedBy(one.thread, one.effects));
    for (std::size_t i = node.current + 1; i < node.children.size(); ++i) {
      Child &child = node.children[i];
      const Sequence::Step *step = sequence.find(child.thread);
      const EventId cover = step ? sequence.beginsUpTo(*step) : noEvent;
      if (insertAt(child)) {
        race.cover = std::max(cover, others);
        return true;
      }
      for (const BranchId root : child.roots)
        others = std::max(others, sequence.excludedBy(child.thread, trees[root].effects));
    }
    race.cover = std::max(race.cover, others);
    return false;
  }

  bool insertAt(Child &child) {
    const Sequence::Step *step = sequence.find(child.thread);
    if (!step) {
      if (child.ways > 1 || child.roots.size() != 1)
        return false;
      const Branch &root = trees[child.roots.front()];
      if (!root.sides.empty() || !sequence.isApart(root.effects))
        return false;
      trees.insertBelow(child.roots.front(), sequence);
      return true;
    }
    if (!sequence.canBegin(*step))
      return false;
    for (const BranchId root : child.roots)
      if (sequence.isSame(*step, trees[root])) {
        sequence.remove(*step);
        trees.insertBelow(root, sequence);
        return true;
      }
    child.roots.push_back(trees.chain(sequence, *step));
    child.owned.push_back(child.roots.back());
    return true;
  }

  const Options &options;
  Progress &progress;
  vm::Options vmOptions;
  vm::Machine machine;
  Progress::Asking asking;
  Collector collector;
  Stats stats;
  program::LocationId stoppedAt = program::noLocation;

  std::vector<vm::Choice> path;
  Execution execution{{withObservers(options)}};
  Sequence sequence{execution, path};
  WakeupTrees trees;
  std::vector<Node> nodes; ///< The first `depth` of them.
  std::size_t depth = 0;
  std::vector<BranchId> cursor; ///< The branches that the last step followed.
  std::vector<BranchId> next;
  std::vector<Sleeper> asleep;
  vm::ThreadId last = 0;
  bool inStep = true;
  std::size_t stable = 0; ///< Events that were there when races were last looked at.
  std::uint64_t reversals = 0;
  std::vector<vm::Effect> blockedEffects;
  std::vector<Race> blockers;
};

class Dpor : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    return Search(code, options, progress).run();
  }
};

} // namespace

std::unique_ptr<Explorer> makeDpor() {
  return std::make_unique<Dpor>();
}

} // namespace heddle::explore
