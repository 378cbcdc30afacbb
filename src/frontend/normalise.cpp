#include "frontend/normalise.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <string>
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

/// A local holds nothing until it is written. mem2reg would take that for leave to choose a value
/// (a phi of 10 and nothing becomes 10), so "nothing" is made a value of its own: the result of a
/// call that the VM knows, `heddle.undefined.TYPE`.
void markUndefined(llvm::AllocaInst &local) {
  llvm::Type *type = local.getAllocatedType();
  if (!type->isSingleValueType())
    return;
  std::string name = "heddle.undefined.";
  llvm::raw_string_ostream(name) << *type;
  llvm::Module &module = *local.getModule();
  const llvm::FunctionCallee marker = module.getOrInsertFunction(name, type);
  llvm::IRBuilder<> builder(local.getParent(), std::next(local.getIterator()));
  llvm::CallInst *nothing = builder.CreateCall(marker);
  nothing->setDoesNotAccessMemory();
  builder.CreateStore(nothing, &local);
}

/// Most locals are written before they are read: their markers have no use.
void dropUnusedMarkers(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function *callee = call->getCalledFunction();
          callee && isUndefinedMarker(*callee) && call->use_empty())
        instruction.eraseFromParent();
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
    for (llvm::AllocaInst *local : locals) {
      dropPromises(*local);
      markUndefined(*local);
    }
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
    dropUnusedMarkers(function);
  }
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (isUndefinedMarker(function) && function.use_empty())
      function.eraseFromParent();
}

bool isUndefinedMarker(const llvm::Function &function) {
  return function.getName().starts_with("heddle.undefined.");
}

} // namespace heddle::frontend
