// All static analyses of a program, held to what its executions show.
#pragma once

#include "program/program.h"
#include "vm/machine.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heddle::property {

struct LawSettings {
  std::uint64_t executions = 0; ///< By random schedules,
  double seconds = 0;           ///< at most so long,
  std::uint64_t seed = 0;
  std::span<const std::vector<vm::Choice>> paths; ///< and by these, as far as they lead.
};

struct LawRuns {
  std::string problem;
  std::uint64_t executions = 0;
  /// What was looked at, and how often: ("accesses", 12).
  std::vector<std::pair<std::string, std::uint64_t>> checked;

  void add(const LawRuns &other);
  /// "12 accesses, 3 calls".
  std::string text() const;
};

LawRuns runLaws(const program::Program &program, vm::SharedCode &code, const LawSettings &settings);

} // namespace heddle::property
