// Dominators and post-dominators of functions, each computed once when it is first asked for.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <memory>

namespace heddle::analysis {

class Dominance {
public:
  const llvm::DominatorTree &dominators(const llvm::Function &function);
  const llvm::PostDominatorTree &postDominators(const llvm::Function &function);

private:
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<llvm::DominatorTree>> before;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<llvm::PostDominatorTree>> behind;
};

} // namespace heddle::analysis
