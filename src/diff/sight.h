// One execution seen again: which write each read saw, and which reads could also have come in
// another order. Steps that do not depend on each other can, and a search shows only one order of
// them.
#pragma once

#include "explore/execution.h"
#include "trace/reads.h"
#include "vm/machine.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heddle::diff {

/// A read and the write it saw, in the execution.
struct SeenRead {
  trace::ReadFrom edge;
  explore::EventId step = 0; ///< In which it happened; 0 is what main does before the first choice.
  bool inTail = false;       ///< Of another thread than the one that took the step.
};

class Sight : private vm::Recorder {
public:
  /// `options` with the rounds of the strategy that the executions come from.
  Sight(vm::SharedCode &code, const vm::Options &options) : code(code), options(options) {}

  /// Runs an execution again. False if the path does not lead through it.
  bool look(const std::vector<vm::Choice> &path, const std::vector<vm::InputValue> &inputs);

  /// Its reads in the order of the run.
  const std::vector<SeenRead> &reads() const { return seen; }
  /// Whether an execution that differs only in the order of independent steps has the first of
  /// these reads (by number) before the second.
  bool mayPrecede(std::size_t first, std::size_t second) const;
  /// The choices of the execution in an order in which these reads come one after the other.
  std::vector<vm::Choice> reordered(std::span<const std::size_t> inOrder) const;
  const vm::Machine &machine() const { return *runner; }

private:
  void saw(const vm::Seen &event) override;
  bool follow();

  vm::SharedCode &code;
  vm::Options options;
  std::unique_ptr<vm::Machine> runner;
  std::unique_ptr<explore::TouchTable> table;
  std::unique_ptr<explore::Execution> execution;
  std::vector<vm::Choice> path;
  struct Step {
    vm::ThreadId thread;
    std::size_t path; ///< Where its choices begin.
  };
  std::vector<Step> steps; ///< Likewise numbered.
  trace::Readers readers;
  std::vector<SeenRead> seen;
};

} // namespace heddle::diff
