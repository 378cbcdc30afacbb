#include "analysis/dominance.h"

namespace heddle::analysis {

namespace {
/// LLVM's trees take functions that could change; these do not.
llvm::Function &changeable(const llvm::Function &function) {
  return const_cast<llvm::Function &>(function); // NOLINT(cppcoreguidelines-pro-type-const-cast)
}
} // namespace

const llvm::DominatorTree &Dominance::dominators(const llvm::Function &function) {
  std::unique_ptr<llvm::DominatorTree> &tree = before[&function];
  if (!tree)
    tree = std::make_unique<llvm::DominatorTree>(changeable(function));
  return *tree;
}

const llvm::PostDominatorTree &Dominance::postDominators(const llvm::Function &function) {
  std::unique_ptr<llvm::PostDominatorTree> &tree = behind[&function];
  if (!tree)
    tree = std::make_unique<llvm::PostDominatorTree>(changeable(function));
  return *tree;
}

} // namespace heddle::analysis
