// Executions whose values are expressions: each read of shared memory gives an unknown, and the
// conditions that the threads went by are kept with what else happened. What predictive analysis
// (paper 000, section III-C) stands on.
#pragma once

#include "trace/reads.h"
#include "vm/machine.h"
#include "vm/symbolic.h"

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::trace {

/// An operation as it happened, or a condition that a thread went by.
struct LiftedEvent {
  vm::ThreadId thread = 0;
  program::OpKind kind = program::OpKind::None;
  program::LocationId location = program::noLocation; ///< In user code; of a condition: anywhere.
  vm::Address address = 0;
  std::uint64_t size = 0;
  std::uint64_t result = 0;
  vm::ThreadId other = vm::noThread;
  bool shared = false;
  bool atOnce = false;                 ///< One operation with the one of its thread before it.
  expr::Ref lifted = nullptr;          ///< What stands for the value read; null if it is plain.
  std::vector<vm::SymbolicByte> wrote; ///< Bytes written that are not plain.
  std::vector<std::uint8_t> before;    ///< Of memory.
  std::vector<std::uint8_t> after;
  expr::Ref condition = nullptr; ///< Holds; null for operations.
  bool side = false;             ///< Which side of a branch that is.
  std::vector<vm::Address> held; ///< Of a wait: the locks that the thread still holds.
  bool isPending = false; ///< It did not happen: the thread stood before it when all was over.

  bool isCondition() const { return condition != nullptr; }
  bool isAccess() const {
    return !isCondition() && kind >= program::OpKind::Read && kind <= program::OpKind::BulkCopy &&
           size > 0;
  }
  bool reads() const { return isAccess() && kind != program::OpKind::Write; }
  bool writes() const { return isAccess() && kind != program::OpKind::Read; }
};

/// Values for inputs, and operations one after the other.
struct LiftedPlan {
  vm::GivenInputs inputs;
  /// The thread goes on until it has had so many events; the last one is like this, as far as
  /// there is a choice.
  struct Step {
    vm::ThreadId thread = 0;
    std::size_t upTo = 0;
    program::OpKind kind = program::OpKind::None;
    std::uint64_t result = 0;
    vm::ThreadId other = vm::noThread;
    auto operator<=>(const Step &) const = default;
  };
  std::vector<Step> steps;
};

/// A fault, and how many choices it takes to come there.
struct LiftedFault {
  vm::Fault fault;
  std::size_t length = 0;
};

/// What the number of an unknown stands for.
struct LiftedInput {
  std::uint32_t number = 0;
  unsigned width = 0;
  vm::ThreadId thread = 0;
  std::uint32_t nth = 0;
  std::uint32_t part = 0;
};

struct LiftedRun {
  std::unique_ptr<vm::Machine> machine; ///< Owns the expressions; null for none.
  std::vector<LiftedEvent> events;
  std::vector<std::uint64_t> times; ///< By event: how often its thread had come there, with it.
  std::vector<vm::Choice> path;
  std::vector<LiftedInput> inputs;
  std::vector<vm::InputValue> values; ///< Of the inputs, as tests have them.
  vm::GivenInputs given;              ///< The same, as plans have them.
  std::vector<LiftedFault> faults;
  std::vector<vm::Gap> gaps;
  vm::End end = vm::End::Running;
  std::uint64_t instructions = 0;
  bool followed = true; ///< The plan, to its end.

  expr::Builder &builder() const { return machine->symbolic().context.builder; }
};

/// Follows the plan as far as it goes; then threads go on, each as long as it can.
LiftedRun runLifted(vm::SharedCode &code, const vm::Options &options, const LiftedPlan &plan);

/// The read-from edges of a run, by event.
struct LiftedRead {
  std::size_t event = 0;
  ReadFrom edge;
};
std::vector<LiftedRead> readsOf(const LiftedRun &run);

} // namespace heddle::trace
