#include "slice_cut.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>
#include <set>
#include <vector>

namespace heddle::property {

namespace {

/// Lets a block go on at `to`, or end the function if that is null.
void redirect(llvm::BasicBlock &block, llvm::BasicBlock *to) {
  llvm::Instruction *old = block.getTerminator();
  bool wasThere = false;
  std::set<llvm::BasicBlock *> left;
  for (llvm::BasicBlock *next : llvm::successors(&block)) {
    if (next == to && !wasThere)
      wasThere = true; // One edge stays.
    else
      next->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
  }
  if (!old->getType()->isVoidTy())
    old->replaceAllUsesWith(llvm::Constant::getNullValue(old->getType()));
  old->eraseFromParent();
  if (!to) {
    llvm::Type *type = block.getParent()->getReturnType();
    llvm::ReturnInst::Create(block.getContext(),
                             type->isVoidTy() ? nullptr : llvm::Constant::getNullValue(type),
                             &block);
    return;
  }
  llvm::BranchInst::Create(to, &block);
  if (!wasThere)
    for (llvm::PHINode &phi : to->phis())
      phi.addIncoming(llvm::Constant::getNullValue(phi.getType()), &block);
}

void cutFunction(llvm::Function &function, const Cut &cut) {
  std::vector<llvm::Instruction *> values;
  std::vector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> turns;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (cut.keeps(instruction) || llvm::isa<llvm::LandingPadInst>(instruction))
      continue;
    if (!instruction.isTerminator())
      values.push_back(&instruction);
    else if (instruction.getNumSuccessors() > 1)
      turns.emplace_back(instruction.getParent(), cut.meet(*instruction.getParent()));
  }
  for (const auto &[block, to] : turns)
    redirect(*block, to);
  for (llvm::Instruction *value : values) {
    if (!value->getType()->isVoidTy())
      value->replaceAllUsesWith(llvm::Constant::getNullValue(value->getType()));
    value->eraseFromParent();
  }
  llvm::removeUnreachableBlocks(function);
}

} // namespace

void cutOut(llvm::Module &module, const Cut &cut) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      cutFunction(function, cut);
}

} // namespace heddle::property
