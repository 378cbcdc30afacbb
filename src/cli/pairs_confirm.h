// `heddle pairs --confirm`: executions decide what the static analyses only suspect.
#pragma once

#include "analysis/study.h"
#include "cli/common.h"

namespace heddle::cli {

struct PairsConfirmOptions {
  bool isWanted = false;
  double seconds = 60; ///< For all candidates.
  std::string out = "heddle-out";
};

/// Asks of every unprotected pair and every possible deadlock of the result whether an execution
/// shows it, and adds the answers. `program` is the one that the files make, with no copies, and
/// `pairs` what the result tells of.
support::Done confirmPairs(const program::Program &program, const frontend::Options &frontend,
                           const analysis::Study &pairs, const PairsConfirmOptions &options,
                           report::Result &result);

} // namespace heddle::cli
