// A fingerprint of what a program does, blind to how and where it is written down.
#pragma once

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace heddle::frontend {

/// Sixteen hexadecimal digits over function bodies, globals and initialisers. Debug info, names of
/// locals, the order of definitions and the places that assert() quotes do not count.
std::string hashOf(const llvm::Module &module);

} // namespace heddle::frontend
