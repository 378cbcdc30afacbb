// Ways through a function whose next steps are decided by constants that they bring: a loop that is
// left by `return` comes by a block that ends the scopes of its variables and then looks at a
// number which says where to go on. Who follows all ways through that block takes those that go on
// in the loop for ones that return, and the other way round.
#pragma once

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class BasicBlock;
}

namespace heddle::analysis {

/// A step from a block to one of its successors.
struct Way {
  const llvm::BasicBlock *from = nullptr;
  const llvm::BasicBlock *to = nullptr;
};

/// Where a step leads: past the blocks that do nothing but decide by constants which the step
/// brings along. Those are appended to `passed`, in order.
Way decidedWay(Way step, llvm::SmallVectorImpl<const llvm::BasicBlock *> &passed);

} // namespace heddle::analysis
