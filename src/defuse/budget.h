// What a campaign may still take, and what got in its way.
#pragma once

#include "vm/fault.h"

#include <functional>
#include <vector>

namespace heddle::defuse {

/// Each reason once at each place.
class Gaps {
public:
  void add(vm::Gap gap);
  bool isEmpty() const { return all.empty(); }
  std::vector<vm::Gap> all;
};

/// Nothing is begun for which there may be no time.
class Budget {
public:
  Budget(const std::function<bool()> &goesOn, const std::function<double()> &secondsLeft,
         Gaps &gaps);

  bool goesOn();
  void stop() { stopped = true; }
  bool isStopped() const { return stopped; }

  bool isLimited() const { return static_cast<bool>(secondsLeft); }
  /// Seconds that are left; 0 without a limit.
  double now() const { return isLimited() ? secondsLeft() : 0; }
  /// What cannot be interrupted is not begun when there may be no time for it.
  void tookSince(double before);

  /// That a question may take now.
  unsigned milliseconds();
  /// One was asked since: it may have taken longer, before the solver looked at the clock.
  void askedSince(double before);
  /// The solver gave up on one. Hard questions come in numbers, and others wait.
  void gaveUp();

private:
  const std::function<bool()> &mayGoOn;
  const std::function<double()> &secondsLeft;
  Gaps &gaps;
  double margin = 0.5; ///< Seconds to say what is known by then.
  double slowest = 0;  ///< Seconds that an execution, an encoding or the end of a question took.
  double patience = 0; ///< Seconds that a question may take,
  double allowed = 0;  ///< and those that the last one was given.
  bool stopped = false;
};

} // namespace heddle::defuse
