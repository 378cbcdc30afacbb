#include "analysis/wait_loops.h"

#include "analysis/points_to.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
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
  Search(const program::Program &program, const Callers *callers)
      : program(program), callers(callers) {}

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
    if (callers) {
      const auto found = callers->find(&function);
      return found != callers->end() &&
             llvm::any_of(found->second,
                          [this](const llvm::CallBase *call) { return mayWait(*call); });
    }
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
  const Callers *callers;
  llvm::SmallPtrSet<const llvm::Function *, 8> known;
};

} // namespace

Callers callersOf(const PointsTo &pointers) {
  Callers callers;
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
        for (const llvm::Function *callee : pointers.callees(*call))
          callers[callee].push_back(call);
  return callers;
}

bool mayWait(const program::Program &program, program::LocationId access, const Callers *callers) {
  return Search(program, callers).mayWait(*program.location(access).instruction);
}

} // namespace heddle::analysis
