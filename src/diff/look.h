// Searches the executions of one version for reads that see certain writes. One search serves all
// that is looked for.
#pragma once

#include "diff/sight.h"
#include "trace/trace.h"

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace heddle::diff {

/// Read-from edges of one execution whose reads come in this order.
using WantedReads = std::vector<trace::WantedRead>;

struct LookSettings {
  vm::Options vm;                ///< What the program is given.
  double seconds = 10;           ///< For all of it.
  std::uint64_t randomRuns = 64; ///< Executions by chance first: many edges are common.
  bool leads = true;             ///< Executions are led to what a short search has not met.
  bool predicts = true; ///< Predictive analysis goes on where a short search was not enough.
  const std::atomic<bool> *cancel = nullptr; ///< If set, and set from outside: end soon.
};

/// What became of one thing that was looked for.
struct Sighting {
  bool isMet = false;
  bool isExcluded = false; ///< Predictive analysis says that no execution shows it.
  bool isUnsure = false;   ///< It seemed to be there, and did not come when it was run again.
  trace::Trace trace;      ///< If so, of the execution up to there, with its test.
};

struct Looked {
  std::vector<Sighting> sightings; ///< In the order of what was looked for.
  /// All executions were looked at, within the program's own bounds: what was not met cannot be.
  bool isComplete = false;
  std::string bound;            ///< What got in the way if not: "time", "max-steps", …
  std::uint64_t executions = 0; ///< Of the search for all of them,
  std::uint64_t byChance = 0;   ///< of the look by chance before it,
  std::uint64_t led = 0;        ///< of those that were led to what was left,
  std::uint64_t predicted = 0;  ///< and of predictive analysis, if it was needed.
};

/// The tests that are handed out were replayed.
Looked lookFor(vm::SharedCode &code, const std::vector<WantedReads> &wanted,
               const LookSettings &settings);

/// Looks at all executions of a program, and tells the reads of each. What got in the way, if
/// anything did. With `orders` executions that differ in the order of writes that nobody reads are
/// told apart, so that every combination of edges comes.
struct Everything {
  std::string bound;
  std::uint64_t executions = 0;
};
Everything lookAtAll(vm::SharedCode &code, const LookSettings &settings, const char *strategy,
                     bool orders, const std::function<bool(const Sight &)> &look);

} // namespace heddle::diff
