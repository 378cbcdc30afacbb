// One trial of the guided search: a greedy depth-first search along a route set (paper 001, figure
// 4) with a backtrack set. It ends at the goals, where a branch takes a side from which the next
// place cannot be come to, or when there is nothing left.
#pragma once

#include "analysis/reachability.h"
#include "explore/route.h"
#include "explore/search.h"

#include <functional>
#include <map>
#include <memory>

namespace heddle::explore {

/// What all trials share.
struct GuidedWorld {
  const program::Program &program;                  ///< Without marks.
  vm::SharedCode &code;                             ///< Of the program with all marks.
  const std::vector<program::LocationId> &original; ///< Of the locations of that.
  const Notes &notes;
  const analysis::AbstractSystem &system;
  const analysis::AbstractSystem::Relevant &relevant; ///< What matters to the system now.
  analysis::Reachability &reachability;
  Progress &progress;
  vm::Options options;
  std::uint64_t maxDepth;
  const std::function<bool(const Found &)> &accepts; ///< See GuidedOptions.
};

/// Where a thread could not go on along its route.
struct Blocked {
  const llvm::Instruction *branch = nullptr;
  /// Those that the thread came by before in that function: they might have led elsewhere.
  std::vector<const llvm::Instruction *> before;
  std::size_t route = 0;
  std::size_t step = 0; ///< The one that came next.
  vm::ThreadId thread = vm::noThread;
  std::string threadName;
  /// What the thread's instructions that read memory last saw.
  std::map<const llvm::Instruction *, std::uint64_t> values;
  /// Where they read it; for calls what the library last read.
  std::map<const llvm::Instruction *, std::vector<vm::Address>> addresses;
};

class GuidedTrial : private vm::Recorder {
public:
  GuidedTrial(GuidedWorld &world, RouteSet set);

  enum class Outcome : std::uint8_t { Reached, Blocked, Misordered, Over, Paused };
  /// Goes on for so many states, or until `isEnough` says that nobody needs more.
  Outcome run(std::uint64_t states, const std::function<bool()> &isEnough = {});

  const RouteSet &set() const { return routes; }
  std::uint64_t states() const { return expanded; }
  const std::optional<Found> &found() const { return reached; }
  const Blocked &blocked() const { return block; }
  /// What would have kept somebody at a goal from being in the way.
  const RouteOrder &missingOrder() const { return *order; }
  /// How far each route was followed, at best.
  const std::vector<std::size_t> &farthest() const { return best; }
  std::uint64_t instructions() const { return ran; }

private:
  struct State {
    std::unique_ptr<vm::Machine> machine;
    Course course;
    std::vector<vm::Choice> path;
    /// The last ones of each thread, the youngest at the end.
    std::vector<std::vector<const llvm::Instruction *>> branches;
  };
  static constexpr unsigned otherClass = 1; ///< Than one whose function is a place to come to.
  struct Rank {
    std::size_t left = 0;
    std::uint64_t distance = 0;
    unsigned data = otherClass; ///< Of what a lazy pointer was decided to point to.
    auto operator<=>(const Rank &) const = default;
  };
  /// A choice that was not taken.
  struct Other {
    std::shared_ptr<State> state;
    vm::Choice choice;
  };
  /// A thread came by a note, or wrote something.
  struct Passed {
    vm::ThreadId thread = 0;
    std::uint32_t note = Notes::none;
    const llvm::Instruction *writer = nullptr;
    vm::Address address = 0;
    std::uint64_t size = 0;
  };
  struct SeenValue {
    std::uint64_t value = 0;
    std::vector<vm::Address> addresses;
  };
  struct Tried {
    vm::Choice choice;
    Rank rank;
    std::size_t number;
  };

  void cameBy(vm::ThreadId thread, std::uint32_t mark) override {
    passed.push_back({.thread = thread, .note = mark});
  }
  void saw(const vm::Seen &seen) override;
  void start();
  bool expand();
  bool goBack();
  std::shared_ptr<State> copyNow();
  void adopt(const Other &other);
  void take(vm::Choice choice);
  void follow(const std::vector<Passed> &notes, State &state);
  void tell(const Passed &one, Course &course) const;
  bool findBlock(vm::ThreadId thread, const llvm::Instruction &branch,
                 const llvm::BasicBlock &side);
  void noteWaiting();
  bool runsThrough(const std::vector<vm::Choice> &choices) const;
  void findOrder();
  std::vector<std::uint64_t> targetsNow(const vm::Machine &machine) const;
  Rank rankOf(const vm::Machine &machine, const Course &course, vm::ThreadId moved);
  std::uint64_t distanceOf(const vm::Machine &machine, const Course &course, vm::ThreadId moved);
  bool isClassOnTheWay(std::string_view key) const;
  const analysis::Distances &distancesTo(std::size_t route, std::size_t step);
  std::optional<std::uint32_t> distance(const vm::Machine &machine, vm::ThreadId thread,
                                        const analysis::Distances &to) const;
  bool takeArrival(vm::Machine &machine, const std::vector<vm::Choice> &path);
  bool isAnywayInside(std::size_t route, std::size_t step, const llvm::Instruction &from);
  bool canOthers(std::size_t route, vm::ThreadId than, const analysis::Distances &to) const;
  void isBlockedAt(vm::ThreadId thread, std::size_t route, const llvm::Instruction &branch);
  void noteBest();

  GuidedWorld &world;
  const RouteSet routes;
  vm::Options options;
  std::unique_ptr<State> now;
  bool hasBegun = false;
  std::map<Rank, std::vector<Other>> backtrack;
  std::map<analysis::PlaceId, const analysis::Distances *> distances; ///< Met so far.
  std::vector<Passed> passed;                                         ///< In the running step.
  bool isTrying = false; ///< What is seen does not happen.
  std::map<std::pair<vm::ThreadId, const llvm::Instruction *>, SeenValue> seenValues;
  std::map<std::pair<vm::ThreadId, const llvm::Instruction *>, unsigned> wrongTurns;
  std::uint64_t expanded = 0;
  std::uint64_t ran = 0;
  unsigned waiting = 0; ///< States in which nobody who has a next step could act.
  std::optional<Found> reached;
  bool isBlocked = false;
  Blocked block;
  std::optional<RouteOrder> order;
  std::vector<std::size_t> best;
};

} // namespace heddle::explore
