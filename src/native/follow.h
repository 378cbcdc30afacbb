// Runs a test in the VM once more, on the program with marks, and writes down what real threads
// have to do to get to the same place.
#pragma once

#include "native/plan.h"
#include "support/outcome.h"
#include "trace/trace.h"
#include "vm/machine.h"

#include <functional>
#include <vector>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace heddle::native {

/// `code` is of the program with marks, `path` and `test` of the one without.
support::Outcome<Plan> follow(vm::SharedCode &code, const vm::Options &options,
                              const trace::Test &test, const std::vector<vm::Choice> &path);

/// A run that goes where it likes.
struct FreeRun {
  Plan plan;
  std::vector<vm::Fault> faults;
  bool isWhole = false; ///< Nothing got in the way.
};

/// Runs to the end by the choices that `pick` makes, given how many there are. The state it ends in
/// is in the plan.
FreeRun followFreely(vm::SharedCode &code, const vm::Options &options,
                     const std::function<std::size_t(std::size_t)> &pick);

/// Variables of the program whose bytes mean the same in the VM and on the real machine.
std::vector<llvm::GlobalVariable *> comparableGlobals(llvm::Module &module);

} // namespace heddle::native
