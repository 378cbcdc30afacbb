// All executions of a program, where they are few: what the read of each sees. It decides what
// predictive analysis does not speak of: time-outs, choices, waits in loops.
#pragma once

#include "trace/reads.h"
#include "vm/machine.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heddle::defuse {

/// One of them.
struct SearchedRun {
  std::vector<vm::Choice> path;
  std::vector<vm::InputValue> inputs;
  std::vector<trace::ReadFrom> edges;
};

struct SearchSettings {
  vm::Options vm;
  std::uint64_t most = 0; ///< Executions.
  std::function<bool()> goesOn;
  std::function<void(const SearchedRun &)> onRun;
  std::function<void(const vm::Fault &, const std::vector<vm::Choice> &,
                     const std::vector<vm::InputValue> &)>
      onFault;
};

struct Searched {
  bool isComplete = false; ///< They were all: an edge that none of them has cannot be.
  bool hasWaited = false;  ///< A loop only waited in one: rounds that are no steps see more.
  std::uint64_t executions = 0;
};

/// How reads of a program are to be recorded whose path comes from this search.
vm::Options asSearched(const vm::Options &options);

Searched searchAll(vm::SharedCode &code, const SearchSettings &settings);

} // namespace heddle::defuse
