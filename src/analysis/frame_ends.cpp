#include "analysis/frame_ends.h"

#include "analysis/accesses.h"
#include "analysis/library.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {

namespace {

bool does(const llvm::Function &function, LibraryAct::Kind kind) {
  return std::ranges::any_of(behaviourOf(function.getName()).acts,
                             [&](const LibraryAct &act) { return act.kind == kind; });
}

/// Library functions that do not come back to who called them.
bool leaves(const llvm::Function &function, bool cancels) {
  if (!function.isDeclaration() || function.isIntrinsic())
    return false;
  return does(function, LibraryAct::End) || does(function, LibraryAct::Jump) ||
         function.getName() == "__pthread_unwind_next" || cancels ||
         !behaviourOf(function.getName()).isKnown;
}

} // namespace

FrameEnds::FrameEnds(const PointsTo &pointers) : pointers(pointers) {
  const auto library = libraryFunctions(pointers);
  const bool cancels = llvm::any_of(
      library, [](const auto *function) { return function->getName() == "pthread_cancel"; });
  for (const llvm::Function *function : library) {
    if (leaves(*function, cancels))
      leaving.insert(function);
    if (does(*function, LibraryAct::Raise))
      throwing.insert(function);
  }
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      if (llvm::isa<llvm::AllocaInst>(instruction)) {
        const llvm::Instruction *stack[] = {&instruction};
        for (const ObjectId object : pointers.madeAt(stack))
          if (pointers.object(object).kind == ObjectKind::Stack)
            made[function].push_back(object);
      }
  spread(leaving);
  spread(throwing);
}

bool FrameEnds::calls(const llvm::CallBase &call, const Functions &those) const {
  return std::ranges::any_of(pointers.callees(call),
                             [&](const auto *callee) { return those.contains(callee); });
}

void FrameEnds::spread(Functions &those) const {
  for (bool changed = !those.empty(); changed;) {
    changed = false;
    for (const llvm::Function *function : pointers.reachable()) {
      if (those.contains(function))
        continue;
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            call && calls(*call, those)) {
          changed = those.insert(function).second;
          break;
        }
    }
  }
}

bool FrameEnds::mayEnd(const llvm::Instruction &at) const {
  if (llvm::isa<llvm::ReturnInst>(at) || llvm::isa<llvm::ResumeInst>(at))
    return true;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
  if (!call)
    return false;
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call))
    return intrinsic->getIntrinsicID() == llvm::Intrinsic::stackrestore;
  return calls(*call, leaving) || (!llvm::isa<llvm::InvokeInst>(call) && calls(*call, throwing));
}

llvm::ArrayRef<ObjectId> FrameEnds::locals(const llvm::Function &function) const {
  const auto found = made.find(&function);
  return found == made.end() ? llvm::ArrayRef<ObjectId>() : found->second;
}

} // namespace heddle::analysis
