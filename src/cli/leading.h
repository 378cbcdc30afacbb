// Leads executions to what the static analyses warn of, to see whether it happens.
#pragma once

#include "cli/candidates.h"

namespace heddle::cli {

/// What goes wrong where an execution was led.
struct Led {
  std::vector<explore::Found> found; ///< Some may come several times.
  bool isShown = false;              ///< What the candidate warns of is the last of them.
  std::size_t trials = 0;
  std::uint64_t states = 0;
  std::uint64_t instructions = 0;
};

/// To the places of one candidate. `code` is of the program, for which `study` was made.
support::Outcome<Led> leadTo(const Candidate &one, const ReachStudy &study, vm::SharedCode &code,
                             const explore::GuidedOptions &how, explore::Progress &progress,
                             report::ReachQuestion &question);

/// To all candidates of a program, races and deadlocks as far as `vm` looks for them, in so many
/// seconds: what `heddle check` does before a search that may take long.
struct LeadOptions {
  vm::Options vm;
  double seconds = 30;
  bool all = false;              ///< Go on after the first bug.
  bool areRacesExcluded = false; ///< It is known otherwise that there are none.
  std::function<void(const std::string &)> say;
};
explore::Answer leadToWarnings(vm::SharedCode &code, const LeadOptions &options,
                               explore::Progress &progress);

} // namespace heddle::cli
