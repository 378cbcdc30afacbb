#include "explore/notes.h"

#include "analysis/abstract_system.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::explore {

namespace {

bool isCall(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
}

/// What is passed when it has been done.
bool isOperation(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst,
                   llvm::AnyMemIntrinsic>(instruction) ||
         isCall(instruction);
}

const llvm::Instruction *placeBehind(const llvm::Instruction &instruction) {
  if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction))
    return invoke->getNormalDest()->getSinglePredecessor()
               ? &analysis::startOf(*invoke->getNormalDest())
               : nullptr;
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return instruction.isTerminator() || (call && call->isMustTailCall()) ? nullptr
                                                                        : instruction.getNextNode();
}

} // namespace

Notes::Notes(const program::Program &program, std::vector<program::Mark> targets) {
  // What is behind an instruction comes before what is before the next one.
  for (const bool isBehind : {true, false})
    for (const program::Function &each : program.functions()) {
      if (each.isModel)
        continue;
      for (const llvm::BasicBlock &block : *each.function)
        for (const llvm::Instruction &one : block) {
          const bool begins = &one == &analysis::startOf(block);
          const bool decides = one.isTerminator() && one.getNumSuccessors() > 1;
          const llvm::Instruction *place = isBehind ? placeBehind(one) : &one;
          if (place && (isBehind ? isOperation(one) : begins || decides || isCall(one)))
            add(program, one, *place, isBehind);
        }
    }
  all.insert(all.end(), targets.begin(), targets.end());
}

void Notes::add(const program::Program &program, const llvm::Instruction &at,
                const llvm::Instruction &place, bool isBehind) {
  (isBehind ? behindIt : beforeIt)[&at] = static_cast<std::uint32_t>(notes.size());
  notes.push_back({&at, isBehind});
  all.push_back({program.locationOf(place), 0});
}

} // namespace heddle::explore
