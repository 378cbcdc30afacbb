// Library functions written in C and C++ (models/), linked into programs that call them.
#pragma once

#include "frontend/compile.h"
#include "support/outcome.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace heddle::frontend {

/// Links in the models of functions that `program` refers to and does not define. Sources in
/// `directories` come before the embedded models; what the program defines comes before both.
support::Done linkModels(llvm::Module &program, const std::vector<std::string> &directories,
                         const Compiler &compiler);

} // namespace heddle::frontend
