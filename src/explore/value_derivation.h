// Deriving executions from pairs of operations that conflict (paper 002, figure 6.1): at each
// operation that others conflict with, one execution does it at once (rule 1), and one for each of
// the others lets that one come first (rule 2): not another thread, but one operation of it.
//
// Who waits is kept on a stack, for on the way to the operation that is to come first others may be
// met that have to be decided too. An execution is given up as soon as the operation on top of the
// stack can no longer be come to.
#pragma once

#include "explore/collector.h"
#include "explore/value_fates.h"

#include <deque>

namespace heddle::explore {

/// An operation that is to come before another one.
struct Goal {
  ValuePairs::Index pair = 0;
  vm::ThreadId thread = 0;
  program::LocationId at = program::noLocation;
  vm::ThreadId trigger = 0; ///< Who waits for it, and before what.
  program::LocationId triggerAt = program::noLocation;
  vm::Address address = 0;
  std::uint64_t size = 0;
  /// The operation has taken the lock that the other one wants: until it gives it back.
  bool isRelease = false;
  bool hasMissed = false; ///< The thread came there once and touched something else.
  /// What the calls of the thread were when it was last seen on a way there.
  std::vector<program::LocationId> lastSeen;
};

/// An execution on its way.
struct Strand {
  std::unique_ptr<vm::Machine> machine;
  std::vector<vm::Choice> path;
  std::vector<Goal> goals; ///< The fulfilment stack.
  vm::ThreadId current = 0;
  std::optional<Goal> fulfilled;        ///< The last one, before its trigger goes on.
  std::vector<ValuePairs::Index> order; ///< Of pairs, as they were fulfilled.
  std::vector<PairEvent> events;
  std::uint32_t slice = 0; ///< The only one whose pairs are permuted from here on; 0 for all.

  Strand copy() const;
};

/// What is left to derive at a point.
struct Item {
  Conflict kind = Conflict::Access;
  bool mustAlias = false;
  bool isFocused = false;
  Goal goal;
  std::optional<vm::Choice> way; ///< Instead of a goal: another alternative of the operation.
  std::uint32_t slice = 0;
  bool isSettled = false; ///< It was tried, and nothing else can be derived from it.

  /// What comes first is the smallest.
  auto rank() const { return std::tuple(!isFocused, kind, !mustAlias); }
};

/// A backtracking point: a state, and what may come before the operation that a thread is about to
/// do there.
struct Point {
  Strand strand;
  std::vector<Item> items;
  std::size_t next = 0;   ///< Of them, in depth-first order,
  std::size_t looked = 0; ///< and out of order.
};

/// Which reductions are made, for comparing with and without.
struct Derive {
  bool accessibility = true;
  bool aliases = true;
  bool slices = true;
  bool subsets = true; ///< Reads that come first in one order, not in all.
};

class Derivation {
public:
  struct Counters {
    std::uint64_t derived = 0; ///< Orders of pairs that were begun,
    std::uint64_t fulfilled = 0;
    std::array<std::uint64_t, givenUpKinds> givenUp{};
    std::uint64_t dropped = 0;        ///< Pairs of two threads, for good,
    std::uint64_t skippedDropped = 0; ///< and how often that saved a derivation.
    std::uint64_t unreachable = 0;    ///< Orders not begun, for the same reason as Branch.
    std::uint64_t otherSlices = 0; ///< Not begun, for the pair has nothing to do with the others.
  };

  Derivation(ValuePairs &pairs, Fates &fates, Collector &collector, const Options &options,
             Progress &progress, const Derive &derive);

  enum class Outcome : std::uint8_t { Ended, GivenUp, Paused, Over };
  /// Goes on to an end, or until there are so many points: those on the way are put behind
  /// `points`.
  Outcome follow(Strand &strand, std::deque<Point> &points, std::size_t until);
  /// Goes on to an end without points. Whether there would have been some.
  Outcome tryOut(Strand &strand, bool &meetsPoints);
  /// Whether its pair was dropped for these two threads after it was put there.
  bool isDropped(const Item &item);
  /// The execution that an item of a point stands for.
  Strand begin(const Point &point, const Item &item);

  /// A block is counted when it is begun, and what was not done of it is given back: the number may
  /// also have gone down.
  void countInstructions(std::uint64_t before, std::uint64_t now) {
    const auto more = static_cast<std::int64_t>(now - before);
    stats.instructions += more > 0 ? static_cast<std::uint64_t>(more) : 0;
  }

  Stats stats;
  Counters counters;
  bool isInterrupted = false;
  program::LocationId stoppedAt = program::noLocation;

private:
  enum class Turn : std::uint8_t { Goes, Abandoned };
  Outcome go(Strand &strand, std::deque<Point> *points, std::size_t until, bool &meetsPoints);
  Turn choose(Strand &strand, vm::ThreadId &next, bool &isHit);
  bool arrives(const Strand &strand, const Goal &goal, bool &isHit);
  vm::ThreadId helper(const Strand &strand, vm::ThreadId blocked, unsigned depth = 0) const;
  std::vector<Item> itemsOf(Strand &strand, vm::ThreadId thread);
  void makePoint(Strand &strand, std::vector<Item> items, std::deque<Point> &points);
  void addGoals(Strand &strand, vm::ThreadId thread, std::vector<Item> &items);
  bool mayAdd(const Strand &strand, const Goal &goal, const Item &item,
              std::span<const program::LocationId> calls);
  void giveUp(const Goal &goal, GivenUp why, program::LocationId turnedAwayAt);
  void note(Strand &strand, vm::ThreadId thread);
  void hit(Strand &strand);
  bool look(Strand &strand);
  void end(Strand &strand);

  ValuePairs &pairs;
  Fates &fates;
  Collector &collector;
  const Options &options;
  Progress &progress;
  const Derive derive;
  Stats published;
  /// By the pair, who would wait, and who would come where.
  std::set<std::tuple<ValuePairs::Index, vm::ThreadId, vm::ThreadId, program::LocationId>> dropped;
};

} // namespace heddle::explore
