// Single read-from edges by predictive analysis (defuse/campaign.h). An execution speaks for all
// that take the same ways through the program, whatever their order and inputs: so a few decide
// what a search would need too many for. An edge that is in none of the ways that there are is
// excluded.
#pragma once

#include "diff/look.h"

#include <functional>

namespace heddle::diff {

struct Predicted {
  std::vector<char> isExcluded; ///< In the order of what was asked for: no execution shows it.
  std::uint64_t executions = 0;
};

/// `onShown` gets the number of an edge that is possible and the execution that shows it, which was
/// replayed. Nothing is said of sets of several edges, nor of edges of which `isAsked` says no.
Predicted predict(vm::SharedCode &code, const std::vector<WantedReads> &wanted,
                  const LookSettings &settings, double seconds,
                  const std::function<bool(std::size_t)> &isAsked,
                  const std::function<void(std::size_t, trace::Trace)> &onShown);

} // namespace heddle::diff
