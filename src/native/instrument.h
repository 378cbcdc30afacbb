// Makes of the user's module one that runs on the real machine under the runtime.
#pragma once

#include "vm/fault.h"

#include <set>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace heddle::native {

struct Instrumentation {
  std::string entry;
  vm::FaultKind kind = vm::FaultKind::Assertion;
  bool addressSanitizer = false;
  bool tellsGlobals = false; ///< The runtime shall know the variables, to tell what they hold.
  std::set<std::string> runtimeSymbols; ///< Functions that the runtime defines.
};

/// Puts the marks in, with what the operation behind each of them touches, and checks that the
/// kind of finding needs.
void instrument(llvm::Module &module, const Instrumentation &how);

} // namespace heddle::native
