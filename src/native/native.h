// The door of native replay: a test that runs in the VM is run on real threads, in the same order,
// and what comes of it is compared.
#pragma once

#include "program/program.h"
#include "support/outcome.h"
#include "trace/trace.h"
#include "vm/options.h"

#include <string>
#include <vector>

namespace heddle::native {

struct Settings {
  std::string keep;      ///< Directory that the built program stays in; empty for none.
  bool debugger = false; ///< Stop in gdb where it happens.
  double seconds = 20;   ///< The program may take.
};

struct Answer {
  bool same = false;
  /// What was seen if it is the same outcome, or why it could not be had.
  std::string text;
  std::string reason; ///< "native-unsupported", "native-not-reproduced"; empty if it is the same.
};

/// `program` was loaded with its user code; `replayed` is the run of the test in the VM, with its
/// fault. The Failure tells what is missing on this machine.
support::Outcome<Answer> replay(const program::Program &program, const vm::Options &options,
                                const trace::Test &test, const trace::Trace &replayed,
                                const Settings &settings);

} // namespace heddle::native
