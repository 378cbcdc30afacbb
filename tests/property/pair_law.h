// Pairs of accesses against executions: a race that is met is an unprotected pair, and there
// is none where all are said to be excluded.
#pragma once

#include "analysis/study.h"
#include "program/program.h"
#include "vm/machine.h"

#include <set>
#include <string>
#include <utility>

namespace heddle::property {

class PairLaw {
public:
  explicit PairLaw(const program::Program &program);

  /// Looks at the races of a run.
  void judge(const std::vector<vm::Fault> &faults);

  const std::string &problem() const { return text; }
  std::uint64_t races = 0;
  bool isExcluded = false; ///< The program is said to have no race.

private:
  using Places = std::pair<program::LocationId, program::LocationId>;

  const program::Program &program;
  std::set<Places> mayRace; ///< Both ways round.
  bool isWhole = true;      ///< All pairs are listed.
  std::string text;
};

} // namespace heddle::property
