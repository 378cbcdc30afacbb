// Which functions a value that is called, or handed to a thread, may stand for.
#pragma once

#include <llvm/ADT/SetVector.h>

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace heddle::program {

using Callables = llvm::SmallSetVector<const llvm::Function *, 4>;

/// The functions the value can be seen to stand for: named directly, through casts, choices,
/// locals, tables of functions and parameters. Empty if nothing can be seen.
Callables callablesOf(const llvm::Value &value);

} // namespace heddle::program
