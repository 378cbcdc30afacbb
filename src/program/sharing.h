// Which addresses another thread may reach, judged one function at a time.
#pragma once

namespace llvm {
class GlobalVariable;
class Value;
} // namespace llvm

namespace heddle::program {

/// Whether the address may denote something that another thread can reach: everything but locals
/// and thread-locals whose address stays here, and constants.
bool mayBeShared(const llvm::Value &address);

/// Whether the address surely denotes (a part of) a global variable.
bool isGlobal(const llvm::Value &address);

} // namespace heddle::program
