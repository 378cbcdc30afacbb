// Runs a built program by a plan and gathers what its runtime and its end tell.
#pragma once

#include "native/build.h"
#include "native/plan.h"
#include "vm/options.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::native {

/// What became of the program.
struct Run {
  std::vector<std::string> lines; ///< Of the runtime, in order.
  int signal = 0;                 ///< That ended it; 0 for none.
  bool timedOut = false;
};

/// The program sees what the VM showed it: arguments, files and standard input.
struct Setting {
  std::vector<std::string> arguments; ///< With the name of the program.
  const vm::World *world = nullptr;
  double seconds = 20;
};

support::Outcome<Run> run(const Workshop &workshop, const Plan &plan, const Setting &setting);

/// Where gdb is.
support::Outcome<std::string> findDebugger();

/// The same in gdb, up to where the plan ends; on a terminal the user has the word then.
support::Done debug(const Workshop &workshop, const Plan &plan, const Setting &setting);

} // namespace heddle::native
