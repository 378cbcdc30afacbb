// `heddle diff --confirm`: executions decide, and what they show is kept as tests.
#pragma once

#include "diff/difference.h"
#include "frontend/frontend.h"
#include "report/result.h"
#include "support/outcome.h"

#include <array>
#include <atomic>
#include <string>
#include <vector>

namespace heddle::cli {

struct ConfirmOptions {
  bool wanted = false;
  double seconds = 10; ///< For each difference, in each version.
  std::string out = "heddle-out";
  bool spurious = false;
  bool predicts = true;
  const std::atomic<bool> *cancel = nullptr; ///< Set from outside: end soon.
};

/// One version, as it was read.
struct ConfirmVersion {
  const program::Program *program = nullptr;
  const program::Program *compared = nullptr; ///< The copy of it that locations are of.
  frontend::Options frontend;
  bool isKept =
      true; ///< Its files are there when the command has ended, so tests of it are of use.
};

/// Fills in status, test and `shown` of the differences. What should not be goes to `incomplete`.
support::Done confirmDifferences(const std::array<ConfirmVersion, 2> &versions,
                                 const ConfirmOptions &options,
                                 std::vector<diff::Difference> &differences,
                                 std::vector<report::Incomplete> &incomplete);

} // namespace heddle::cli
