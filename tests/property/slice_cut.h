// Takes out of a module what is outside of a slice.
#pragma once

#include <functional>

namespace llvm {
class BasicBlock;
class Instruction;
class Module;
} // namespace llvm

namespace heddle::property {

struct Cut {
  std::function<bool(const llvm::Instruction &)> keeps;
  /// Where all ways from the end of a block meet; null if that is the end of the function.
  std::function<llvm::BasicBlock *(const llvm::BasicBlock &)> meet;
};

/// Values become 0, what writes or synchronises goes, branches lead to where their sides meet.
void cutOut(llvm::Module &module, const Cut &cut);

} // namespace heddle::property
