#include "frontend/normalise.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <vector>

namespace heddle::frontend {

namespace {

/// Hand-written IR may declare setjmp without its attribute, hence the names.
bool returnsTwice(const llvm::CallBase &call) {
  if (call.hasFnAttr(llvm::Attribute::ReturnsTwice))
    return true;
  const llvm::Function *callee = call.getCalledFunction();
  return callee && llvm::StringSwitch<bool>(callee->getName())
                       .Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", true)
                       .Default(false);
}

/// A local that is changed between setjmp and longjmp keeps its value only in memory.
bool callsReturnsTwice(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (returnsTwice(*call))
        return true;
  return false;
}

/// mem2reg turns promises about a loaded value into assumptions or undefined behaviour of their
/// own; a promise that is not there cannot become code that was not written.
void dropPromises(const llvm::AllocaInst &local) {
  for (const llvm::User *user : local.users())
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      auto *changed = const_cast<llvm::LoadInst *>(load);
      changed->setMetadata(llvm::LLVMContext::MD_nonnull, nullptr);
      changed->setMetadata(llvm::LLVMContext::MD_noundef, nullptr);
    }
}

void promoteLocals(llvm::Function &function) {
  llvm::DominatorTree dominators(function);
  while (true) {
    std::vector<llvm::AllocaInst *> locals;
    for (llvm::Instruction &instruction : function.getEntryBlock())
      if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (llvm::isAllocaPromotable(local))
          locals.push_back(local);
    // Promoting one local can make another promotable: a pointer that was kept in it.
    if (locals.empty())
      return;
    for (const llvm::AllocaInst *local : locals)
      dropPromises(*local);
    llvm::PromoteMemToReg(locals, dominators);
  }
}

} // namespace

void normalise(llvm::Module &module) {
  for (llvm::Function &function : module) {
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr(llvm::Attribute::NoInline);
    if (!function.isDeclaration() && !callsReturnsTwice(function))
      promoteLocals(function);
  }
}

} // namespace heddle::frontend
