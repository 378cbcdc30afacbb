#include "analysis/instances.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {
constexpr std::uint64_t mostRounds = 1'000'000;

/// Of one loop, for an instruction in it.
std::uint64_t roundsIn(const llvm::Loop &loop, const llvm::Instruction &at,
                       llvm::ScalarEvolution &evolution) {
  const auto *back =
      llvm::dyn_cast<llvm::SCEVConstant>(evolution.getConstantMaxBackedgeTakenCount(&loop));
  if (!back || back->getAPInt().getActiveBits() > 20)
    return Instances::many;
  // A test before the body runs it as often as control comes back; one behind it once more.
  const llvm::BasicBlock *exiting = loop.getExitingBlock();
  const bool testsFirst = exiting == loop.getHeader() && at.getParent() != exiting;
  return back->getAPInt().getZExtValue() + (testsFirst ? 0 : 1);
}

/// Whether control may come from the instruction back to it, in its function.
bool isInCycle(const llvm::Instruction &instruction) {
  const llvm::BasicBlock *block = instruction.getParent();
  llvm::SmallSetVector<const llvm::BasicBlock *, 16> seen;
  for (const llvm::BasicBlock *next : llvm::successors(block))
    seen.insert(next);
  for (std::size_t i = 0; i < seen.size(); ++i)
    for (const llvm::BasicBlock *next : llvm::successors(seen[i]))
      seen.insert(next);
  return seen.contains(block);
}
} // namespace

std::uint64_t roundsOf(const llvm::Instruction &instruction) {
  if (!isInCycle(instruction))
    return 1;
  auto &function = const_cast<llvm::Function &>(*instruction.getFunction());
  llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  const llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function);
  if (llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(order, loops))
    return Instances::many;
  const llvm::Loop *loop = loops.getLoopFor(instruction.getParent());
  if (!loop)
    return 1;
  const llvm::TargetLibraryInfoImpl libraryImpl(
      llvm::Triple(function.getParent()->getTargetTriple()));
  llvm::TargetLibraryInfo library(libraryImpl);
  llvm::AssumptionCache assumptions(function);
  llvm::ScalarEvolution evolution(function, library, assumptions, dominators,
                                  const_cast<llvm::LoopInfo &>(loops));
  std::uint64_t all = 1;
  for (; loop; loop = loop->getParentLoop()) {
    const std::uint64_t rounds = roundsIn(*loop, instruction, evolution);
    if (rounds == Instances::many)
      return Instances::many;
    all *= rounds;
    if (all > mostRounds)
      return Instances::many;
  }
  return all;
}

} // namespace heddle::analysis
