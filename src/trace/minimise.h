// Makes an execution that meets a fault as easy to read as can be: few context switches, then few
// events, then small inputs. Every step of it is run again, and kept only if the same bug comes.
#pragma once

#include "trace/trace.h"

#include <atomic>

namespace heddle::trace {

struct Effort {
  double seconds = 2; ///< Of the processor.
  std::uint64_t reruns = 20'000;
  const std::atomic<bool> *cancel = nullptr; ///< If set, and set from outside: end soon.
};

struct Minimised {
  std::vector<vm::Choice> path;
  std::vector<vm::InputValue> inputs;
  std::uint64_t reruns = 0;
};

/// From a recorded trace that has its fault. `options` are those it was recorded with, but for the
/// inputs, which the trace knows. What comes back meets the same bug, at no higher cost.
Minimised minimise(vm::SharedCode &code, const vm::Options &options, const Trace &trace,
                   const vm::Fault &wanted, const Effort &effort);

} // namespace heddle::trace
