// What belongs to the models of the library.
#pragma once

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace heddle::program {

/// Whether it came from the models and not from the user's program.
bool isModel(const llvm::Function &function);
bool isModel(const llvm::GlobalVariable &variable);

} // namespace heddle::program
