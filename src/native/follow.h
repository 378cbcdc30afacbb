// Runs a test in the VM once more, on the program with marks, and writes down what real threads
// have to do to get to the same place.
#pragma once

#include "native/plan.h"
#include "support/outcome.h"
#include "trace/trace.h"
#include "vm/machine.h"

namespace heddle::native {

/// `code` is of the program with marks, `path` and `test` of the one without.
support::Outcome<Plan> follow(vm::SharedCode &code, const vm::Options &options,
                              const trace::Test &test, const std::vector<vm::Choice> &path);

} // namespace heddle::native
