#include "analysis/decided.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {

namespace {

/// More blocks in a row that only decide are seldom, and a circle of them is an endless loop.
constexpr std::size_t mostBlocks = 16;

using Known = llvm::SmallDenseMap<const llvm::Value *, const llvm::ConstantInt *, 8>;

const llvm::ConstantInt *valueOf(const llvm::Value *value, const Known &known) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant ? constant : known.lookup(value);
}

/// Enters the block by the step: its phis have new values, all at once.
void enter(const Way &step, Known &known) {
  llvm::SmallVector<std::pair<const llvm::Value *, const llvm::ConstantInt *>, 4> values;
  for (const llvm::PHINode &phi : step.to->phis())
    values.emplace_back(&phi, valueOf(phi.getIncomingValueForBlock(step.from), known));
  for (const auto &[phi, value] : values)
    known[phi] = value;
}

/// Whether the block only decides; what it compares is known then, as far as constants are
/// compared.
bool onlyDecides(const llvm::BasicBlock &block, Known &known) {
  for (const llvm::Instruction &instruction : block) {
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      const llvm::ConstantInt *a = valueOf(compare->getOperand(0), known);
      const llvm::ConstantInt *b = valueOf(compare->getOperand(1), known);
      known[compare] =
          a && b ? llvm::ConstantInt::getBool(block.getContext(),
                                              llvm::ICmpInst::compare(a->getValue(), b->getValue(),
                                                                      compare->getPredicate()))
                 : nullptr;
      continue;
    }
    if (!llvm::isa<llvm::PHINode, llvm::DbgInfoIntrinsic>(instruction) &&
        !instruction.isLifetimeStartOrEnd() && !instruction.isTerminator())
      return false;
  }
  return true;
}

const llvm::BasicBlock *next(const llvm::BasicBlock &block, const Known &known) {
  const llvm::Instruction &last = *block.getTerminator();
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&last)) {
    if (!branch->isConditional())
      return branch->getSuccessor(0);
    const llvm::ConstantInt *side = valueOf(branch->getCondition(), known);
    return side ? branch->getSuccessor(side->isZero() ? 1 : 0) : nullptr;
  }
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&last);
  const llvm::ConstantInt *which = choice ? valueOf(choice->getCondition(), known) : nullptr;
  return which ? choice->findCaseValue(which)->getCaseSuccessor() : nullptr;
}

} // namespace

Way decidedWay(Way step, llvm::SmallVectorImpl<const llvm::BasicBlock *> &passed) {
  Known known;
  // Blocks that only lead on are passed as well while a decision may follow; without one, the step
  // is left as it is.
  Way decided = step;
  std::size_t kept = passed.size();
  for (std::size_t i = 0; i < mostBlocks; ++i) {
    enter(step, known);
    const llvm::BasicBlock *to = onlyDecides(*step.to, known) ? next(*step.to, known) : nullptr;
    if (!to)
      break;
    passed.push_back(step.to);
    const bool isDecision = step.to->getTerminator()->getNumSuccessors() > 1;
    step = {step.to, to};
    if (isDecision) {
      decided = step;
      kept = passed.size();
    }
  }
  passed.truncate(kept);
  return decided;
}

} // namespace heddle::analysis
