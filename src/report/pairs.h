// What the analysis of pairs of accesses found, as a part of a result.
#pragma once

#include "analysis/race_freedom.h"
#include "analysis/study.h"
#include "report/result.h"

namespace heddle::report {

struct PairReportOptions {
  bool libraries = false; ///< Also pairs of which one side is no doing of the user's code.
};
PairReport reportPairs(const analysis::Study &study, const analysis::AccessPairs &pairs,
                       PairReportOptions options = {});

/// Call graph, what may happen in parallel, lock order and what points where, for Graphviz.
std::vector<Graph> graphsOf(const analysis::Study &study, const PairReport &report);

/// Those that may be bugs, as findings that nobody has confirmed: races, deadlocks, lost signals.
std::vector<Finding> candidatesOf(const PairReport &report);

/// Why there is no race.
RaceArgument reportRaceFreedom(const program::Program &program,
                               const analysis::RaceFreedom &argument);

/// ("rw_pairs_parallel", "12"): how many pairs there were before each filter.
std::vector<std::pair<std::string, std::string>> figuresOf(const analysis::PairCounts &counts);

} // namespace heddle::report
