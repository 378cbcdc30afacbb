// Executions decide what the static comparison only suspects: a difference is confirmed by an
// execution that shows it, or refuted because none does.
#pragma once

#include "diff/difference.h"
#include "diff/look.h"
#include "support/outcome.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace heddle::diff {

struct ConfirmSettings {
  vm::Options vm;             ///< What both versions are given.
  double secondsPerEdge = 10; ///< `--confirm-time`: for each difference, in each version.
  std::uint64_t randomRuns = 64;
  bool leads = true;    ///< See LookSettings.
  bool predicts = true; ///< Likewise.
  const std::atomic<bool> *cancel = nullptr;
  /// If set, keeps the test of a difference (by number) somewhere and says where.
  std::function<support::Outcome<std::string>(const trace::Trace &, std::size_t)> keepTest;
};

/// What executions say about one difference.
struct Confirmation {
  Status status = Status::Open;
  std::string test; ///< Where its test was kept.
  /// A sentence: how it is known, or what got in the way.
  std::string why;
  /// The other version shows it too, which the rules say it cannot: a defect of this tool.
  bool isDefect = false;
  trace::Trace trace; ///< If it is confirmed.
};

struct Confirmed {
  std::vector<Confirmation> confirmations; ///< In the order of the differences.
  std::uint64_t executions = 0;            ///< Of both versions.
};

/// Two searches, one of each version, serve all differences. A difference that relates writes is
/// left open. A Failure only if a test cannot be kept.
support::Outcome<Confirmed> confirm(vm::SharedCode &oldCode, vm::SharedCode &newCode,
                                    std::span<const Difference> differences,
                                    const ConfirmSettings &settings);

} // namespace heddle::diff
