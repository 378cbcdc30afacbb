// Abstraction-guided search (paper 001): leads executions along the traces of an abstract system to
// the goals, and refines those where a branch goes the wrong way.
//
// It proves nothing: what it does not find may be there. With the same number of workers it does
// the same each time: trials that run side by side are settled in the order in which they would run
// one after the other, and one that arrives stops those behind it alone.
#pragma once

#include "analysis/abstract_system.h"
#include "analysis/targets.h"
#include "explore/search.h"

namespace heddle::explore {

struct GuidedOptions {
  vm::Options vm;
  std::uint64_t states = 20'000;   ///< Scheduling and branch points, in all trials.
  std::uint64_t maxDepth = 20'000; ///< Choices on a path.
  unsigned refinements = 200;      ///< Of one trace set.
  std::size_t traceSets = 64;
  double seconds = 60;
  unsigned workers =
      1; ///< Threads that follow trials, once one alone has looked at `alone` states.
  std::uint64_t alone = 2000;
  /// If set, what some thread is to have run before anybody stands at the first goal.
  const llvm::Instruction *origin = nullptr;
  /// If set, asked whether an arrival will do; for one worker.
  std::function<bool(const Found &)> accepts;
  std::function<void(const std::string &)> say;
};

/// A step of the way that an execution was led.
struct GuidedStep {
  program::LocationId at = program::noLocation; ///< In the program without marks.
  std::uint8_t roles = 0;                       ///< analysis::AbstractRole.
  std::uint32_t goal = 0;
  std::uint32_t segment = 0; ///< Steps of one goal with the same segment are for one thread.
  bool isPassed = false;
};

/// A branch that went the wrong way, and what its condition read.
struct GuidedBlock {
  program::LocationId at = program::noLocation;
  std::string thread;
  std::vector<std::pair<std::string, std::string>> values;
  unsigned times = 0;
};

struct GuidedAnswer {
  std::optional<Found> found; ///< Its path is one of the program with marks for targets alone, too.
  std::uint64_t states = 0;   ///< Of the executions of the trial that succeeded, or of all.
  std::uint64_t allStates = 0;
  unsigned refinements = 0; ///< Of that trial.
  std::size_t traceSets = 0;
  std::size_t trials = 0;
  std::size_t length = 0; ///< Of the first traces of that trial.
  /// The way that led, or the farthest one.
  std::vector<GuidedStep> steps;
  std::vector<GuidedBlock> blocks; ///< Those met most often first.
  Stats stats;
};

/// `facts` are of the program without marks. What is found is run again in `code`, of this program
/// or one with marks for the goals alone: there threads get the numbers that they have here.
support::Outcome<GuidedAnswer> searchGuided(const analysis::AbstractFacts &facts,
                                            analysis::AbstractSystem &system, vm::SharedCode &code,
                                            const std::vector<analysis::Goal> &goals,
                                            const GuidedOptions &options, Progress &progress);

} // namespace heddle::explore
