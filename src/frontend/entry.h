// Finds the function a program starts in.
#pragma once

#include "support/outcome.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace heddle::frontend {

/// The linkage name of the defined function that `name` means: its linkage name, or its source
/// name where only one function has it. `files` are for the message.
support::Outcome<std::string> findEntry(const llvm::Module &module, const std::string &name,
                                        const std::vector<std::string> &files);

} // namespace heddle::frontend
