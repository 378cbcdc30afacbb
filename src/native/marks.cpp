#include "native/marks.h"

#include "frontend/normalise.h"
#include "program/program.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace heddle::native {

namespace {

bool isMarkable(const llvm::Instruction &instruction) {
  using namespace llvm;
  if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst, FenceInst>(instruction))
    return true;
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  if (isa<IntrinsicInst>(call))
    return isa<AnyMemIntrinsic>(call);
  const Function *callee = call->getCalledFunction();
  return !callee || !frontend::isUndefinedMarker(*callee);
}

} // namespace

void addMarks(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *number = llvm::Type::getInt32Ty(context);
  const llvm::FunctionCallee mark = module.getOrInsertFunction(
      llvm::StringRef(program::markFunction), llvm::Type::getVoidTy(context), number);
  std::vector<llvm::Instruction *> places;
  for (llvm::Function &function : module) {
    if (function.hasFnAttribute(llvm::Attribute::Naked))
      continue;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (isMarkable(instruction))
        places.push_back(&instruction);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    llvm::IRBuilder<> builder(places[i]);
    builder.SetCurrentDebugLocation(places[i]->getDebugLoc());
    builder.CreateCall(mark, llvm::ConstantInt::get(number, i));
  }
}

std::vector<llvm::CallInst *> marksOf(llvm::Module &module) {
  std::vector<llvm::CallInst *> marks;
  const llvm::Function *function = module.getFunction(llvm::StringRef(program::markFunction));
  if (!function)
    return marks;
  for (llvm::Function &each : module)
    for (llvm::Instruction &instruction : llvm::instructions(each))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (call->getCalledFunction() == function)
          marks.push_back(call);
  return marks;
}

llvm::Instruction &markedBy(llvm::CallInst &mark) {
  return *mark.getNextNode();
}

} // namespace heddle::native
