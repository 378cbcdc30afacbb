// One worker of a dpor search: its machine, its path, and what it shares with others. What the
// search does is told in dpor.cpp.
#pragma once

#include "explore/dpor_node.h"
#include "explore/team.h"

#include <algorithm>
#include <optional>

namespace heddle::explore::dpor {

/// A point on the path of a worker.
struct Frame {
  std::shared_ptr<Node> node;
  std::size_t mark = 0;
  std::size_t child = 0;                    ///< Which one the worker is in,
  std::size_t sleepers = 0;                 ///< and how many slept when it was taken.
  llvm::SmallVector<std::size_t, 2> beside; ///< Children that were not done then.
  llvm::SmallVector<BranchId, 1> copies;    ///< Trees of a shared point that the worker follows.
};

/// A point with something left to try, and the way there; without one, all there is.
struct Unit {
  std::vector<vm::Choice> path;
  std::vector<Frame> frames; ///< The last one is the point.
  bool isWithin = false;     ///< The last one is in one of its children, which is done.
  /// Of the races up to the point, where all of them have been looked at.
  std::vector<EventId> covers;
};

class Worker {
public:
  using Unit = dpor::Unit;
  struct Common {
    void count(Stats &) const {}
    TouchTable touches;
  };

  Worker(vm::SharedCode &code, Team<Worker> &team)
      : collector(team.teller.asFunction()), options(team.options), progress(team.progress),
        team(team), vmOptions(machineOptions(options, progress, roundsOf(options))),
        machine(code, vmOptions), asking(progress, machine) {}

  void begin(bool isFirst);
  void takeTurn();
  /// Goes to the point of a unit.
  void adopt(const Unit &unit);
  /// What is left of the path.
  std::optional<Unit> rest();
  static vm::Rounds roundsOf(const Options & /*options*/) { return vm::Rounds::Stop; }
  Stats statsNow() const;
  std::uint64_t work() const { return workOf(machine); }

  static void write(support::ByteWriter &to, std::span<const Unit> units, Common &common);
  static void read(support::ByteReader &from, std::vector<Unit> &units, Common &common);

  Stats stats;
  program::LocationId stoppedAt = program::noLocation;
  Collector collector;
  bool isBusy = false;

private:
  /// What is lost in the end may depend on a store that nobody saw.
  static bool withObservers(const Options &options);
  void start();

  /// Goes on from the current state to the end of an execution; false if the search is over.
  bool advance();
  bool stop();
  void take(vm::Choice choice);
  void step(vm::Choice choice, std::size_t frame);

  /// The step is complete: orders it, and wakes those it matters to. False if it was to wake some
  /// that it does not.
  bool endStep();

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
    node.asleep.push_back({child.thread, child.touches, node.events});
  }

  Frame &push();

  // --- accesses that a thread is run through

  /// Whether the step goes on though its thread stands before an access: nothing can race with it,
  /// so whatever comes in between may as well come before or after both.
  bool passes() const;
  void pass();
  /// Lets an incomplete step go on so. It stays incomplete where it is asked.
  void passAll();

  // --- the sides of a branch

  void branch();

  /// The caller holds the point.
  std::uint32_t chooseSide(Frame &frame);

  // --- scheduling points

  static bool holds(std::span<const Sleeper> sleepers, vm::ThreadId thread) {
    return std::ranges::any_of(sleepers, [&](const Sleeper &one) { return one.thread == thread; });
  }

  /// Whether a thread need not be taken. One that stores is asleep only while nobody sees the
  /// order.
  bool sleeps(std::span<const Sleeper> sleepers, vm::ThreadId thread) const;
  bool hasStore(const Sleeper &one) const { return execution.touches.hasStore(one.touches); }

  static std::uint32_t waysOf(const std::vector<vm::Choice> &enabled, vm::ThreadId thread) {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        enabled, [&](const vm::Choice &choice) { return choice.thread == thread; }));
  }

  bool isPatienceOver() const;
  vm::ThreadId turnAfter(const std::vector<vm::Choice> &enabled) const;
  vm::ThreadId pick(const std::vector<vm::Choice> &enabled) const;

  /// Takes the next step; false if all that could be done has been tried before.
  bool schedule();

  /// Whether the last scheduling point is one at which wake-up trees do not hold all.
  bool isLoose() const;
  static Child &childFor(Node &node, vm::ThreadId thread);

  /// The next way of the child that the worker is in. The caller holds the point.
  vm::Choice chooseWay(Frame &frame);

  WakeupTrees &treesOf(Node &node) { return node.shared ? node.shared->trees : trees; }
  const WakeupTrees &treesOf(const Node &node) const {
    return node.shared ? node.shared->trees : trees;
  }

  /// What is followed from a shared point on is followed in trees of our own.
  void copyCursor(Frame &frame);
  void releaseCopies(Frame &frame);

  /// To the deepest point where something is left to try; false if there is none.
  bool goBack();

  /// Takes what is next at the last point; false if nothing is.
  bool leave(Frame &frame);

  /// Looks at once whether a child may be begun beside others, for they may wait for that.
  bool settle();

  std::optional<std::uint32_t> nextSide(Frame &frame);
  std::optional<vm::Choice> nextChild(Frame &frame);

  /// A child with ways that nobody has begun, or else one that nobody has begun at all.
  bool findChild(Frame &frame) const;

  /// Whether a child may be begun now. Beside one that is not done only if it wakes that one: then
  /// nothing that it leads to is left to the other.
  bool canBegin(const Node &node, const Child &child) const;
  void restore(const Frame &frame);

  // --- sharing

  /// Leaves the first point of the path where something is left to try to others as well.
  void share();
  bool hasWork(Frame &frame);
  bool isKnown(const Frame &frame) const;
  void makeShared(Frame &frame);

  void closeStep() {
    inStep = false;
    execution.end();
  }

  // --- reversing

  /// An execution has ended, or cannot lead to anything new.
  void reverseRaces();

  /// Has the second step of a race tried before the first.
  void reverse(Race &race);

  /// Whether somebody is about to see what another child does, and whether it may be taken.
  static bool isDeciding(const Frame &frame);
  bool sleeperBegins(const Frame &frame, Race &race);
  /// Whether the child that the worker is in does more than was seen of it when it was put there.
  bool doesMore(const Frame &frame, EventId event) const;
  bool isTried(const Node &node, Race &race);

  /// Puts the sequence into the tree of a thread that is going to be taken. All that the thread can
  /// begin is met below it, so the race need not be looked at again while it can begin this one.
  bool insert(Node &node, Race &race);
  bool insertAt(WakeupTrees &into, Child &child);

  const Options &options;
  Progress &progress;
  Team<Worker> &team;
  vm::Options vmOptions;
  vm::Machine machine;
  Progress::Asking asking;
  Stats published;
  std::size_t root = 0; ///< The mark of the beginning.
  std::vector<vm::Effect> firstEffects;

  std::vector<vm::Choice> path;    ///< What was chosen,
  std::vector<vm::Choice> whole;   ///< and with it what was run through, as any machine takes it.
  std::vector<std::size_t> passed; ///< How long the path was at each of these.
  Execution execution{{withObservers(options)}, team.common.touches};
  Sequence sequence{execution, path};
  WakeupTrees trees;
  std::vector<Frame> frames; ///< The first `depth` of them.
  std::size_t depth = 0;
  std::vector<BranchId> cursor; ///< The branches that the last step followed.
  std::vector<BranchId> next;
  std::vector<Sleeper> asleep;
  vm::ThreadId last = 0;
  bool inStep = true;
  bool hasEnded = false;  ///< The execution, and the next one is still to be found.
  std::size_t stable = 0; ///< Events that were there when races were last looked at.
  std::uint64_t reversals = 0;
  std::uint64_t runThrough = 0;    ///< Accesses.
  std::uint64_t unitsTaken = 0;    ///< From other workers,
  std::uint64_t stepsRunAgain = 0; ///< and the way there.
  std::vector<vm::Effect> blockedEffects;
  std::vector<Race> blockers;
};

} // namespace heddle::explore::dpor
