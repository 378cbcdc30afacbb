// Every complete strategy against the enumeration of all executions.
#pragma once

#include "explored.h"

namespace heddle::property {

/// A strategy with its options, and what it promises besides the same bugs.
struct Setting {
  const char *name;
  std::unique_ptr<explore::Explorer> (*make)();
  void (*set)(explore::Options &options);
  bool races = true;   ///< Finds the same ones,
  bool rounds = true;  ///< also those of loops that only wait.
  bool finals = false; ///< Ends in the same states.
  /// Also where threads stay in loops. One that goes from state to state need not end where they
  /// could still help each other and never do.
  bool hangs = true;
  /// Says that threads may go round for ever only where they do.
  bool ends = true;
  /// Ends where threads go round for ever; if not, it comes to a bound and says so.
  bool seesCircles = true;
  bool reads = false;  ///< Lets each read see the same writes.
  bool sights = false; ///< Has one execution for each way in which they do: not for all programs.
  bool count = false;  ///< Has as many executions: not for large programs.
  bool traces = false; ///< Has one execution a trace, none blocked, where that is exact.
  bool calm = false;   ///< Runs through accesses that the static analyses show not to race.
  unsigned every = 1;  ///< Is tried on one program in so many.
  /// Is ended now and then, and another search goes on from what it has saved.
  bool interrupted = false;
  /// Counts what this one counts, which stands before it; not where loops wait, for what was tried
  /// of them is remembered by a search alone.
  const char *like = nullptr;
};

/// All of them: a new one is a line more.
const std::vector<Setting> &settings();

/// What a strategy lets happen. `complete` is false if it was stopped after too many executions.
Behaviour behaviourOf(Ready &ready, const Setting &setting, bool races);

/// Whether a strategy is asked for the races of this program.
bool looksForRaces(const Explored &all, const Setting &setting);

/// What is wrong with the counts of a search that are to be those of another one.
std::string compareCounts(const Setting &setting, const explore::Stats &expected,
                          const explore::Stats &got);

/// What is wrong with a strategy on this program; empty if nothing is.
std::string compare(Ready &ready, const Explored &all, const Setting &setting,
                    const Behaviour &behaviour);

} // namespace heddle::property
