#include "analysis/wait_loops.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace heddle::analysis {

namespace {

/// Whether a number goes up or down by the same amount in every round.
bool counts(const llvm::Loop &loop) {
  for (const llvm::PHINode &number : loop.getHeader()->phis()) {
    bool isCounter = true;
    for (unsigned i = 0; i < number.getNumIncomingValues() && isCounter; ++i) {
      if (!loop.contains(number.getIncomingBlock(i)))
        continue;
      const auto *next = llvm::dyn_cast<llvm::BinaryOperator>(number.getIncomingValue(i));
      const auto *by = next ? llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1)) : nullptr;
      isCounter = by && !by->isZero() && next->getOperand(0) == &number &&
                  (next->getOpcode() == llvm::Instruction::Add ||
                   next->getOpcode() == llvm::Instruction::Sub);
    }
    if (isCounter)
      return true;
  }
  return false;
}

class Search {
public:
  explicit Search(const program::Program &program) : program(program) {}

  bool mayWait(const llvm::Instruction &at) {
    llvm::Function &function = *const_cast<llvm::Function *>(at.getFunction());
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop *loop = loops.getLoopFor(at.getParent()); loop;
         loop = loop->getParentLoop())
      if (!counts(*loop))
        return true;
    if (!known.insert(&function).second)
      return false; // Asked already; if it calls itself that is no loop.
    for (const llvm::Use &use : function.uses()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      if (!call)
        return true; // Nobody knows from where it is called.
      const program::LocationId location = program.locationOf(*call);
      if (call->isCallee(&use) ? mayWait(*call)
                               : location == program::noLocation ||
                                     program.location(location).kind != program::OpKind::Create)
        return true;
    }
    return false;
  }

private:
  const program::Program &program;
  llvm::SmallPtrSet<const llvm::Function *, 8> known;
};

} // namespace

bool mayWait(const program::Program &program, program::LocationId read) {
  return Search(program).mayWait(*program.location(read).instruction);
}

} // namespace heddle::analysis
