// Reads LLVM IR, textual or bitcode, into a module.
#pragma once

#include "support/outcome.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class MemoryBuffer;
class Module;
} // namespace llvm

namespace heddle::frontend {

/// A .ll or .bc file somebody else made: nothing about it is taken for granted.
support::Outcome<std::unique_ptr<llvm::Module>> readIr(const std::string &file,
                                                       llvm::LLVMContext &context);

/// Bitcode our own clang has just made from `file`.
support::Outcome<std::unique_ptr<llvm::Module>>
readBitcode(const llvm::MemoryBuffer &bitcode, const std::string &file, llvm::LLVMContext &context);

/// The module verifies and is for the machine that the tool knows; gives it a target if it has
/// none, and drops its debug info if only that is broken.
support::Done checkModule(llvm::Module &module, const std::string &file);

} // namespace heddle::frontend
