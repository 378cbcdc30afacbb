// Turns locals whose address does not escape into registers, and changes nothing else.
#pragma once

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace heddle::frontend {

/// Runs mem2reg over every function that calls nothing that returns twice, and drops attributes
/// that only steer an optimiser. No access to memory that another thread could see is added,
/// removed, merged or moved.
void normalise(llvm::Module &module);

/// Whether the function stands for the value of a local that was not written yet.
bool isUndefinedMarker(const llvm::Function &function);

} // namespace heddle::frontend
