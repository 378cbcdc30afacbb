// Says of every instruction what it does.
#include "frontend/normalise.h"
#include "program/internal.h"
#include "program/marks.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::program {
namespace {

OpKind classifyIntrinsic(const llvm::IntrinsicInst &call) {
  if (llvm::isa<llvm::AnyMemIntrinsic>(call))
    return OpKind::BulkCopy;
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::debugtrap:
  case llvm::Intrinsic::ubsantrap:
    return OpKind::Assertion;
  case llvm::Intrinsic::masked_load:
  case llvm::Intrinsic::masked_gather:
    return OpKind::Read;
  case llvm::Intrinsic::masked_store:
  case llvm::Intrinsic::masked_scatter:
    return OpKind::Write;
  default:
    return OpKind::None;
  }
}

OpKind classifyCall(const llvm::CallBase &call) {
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return classifyIntrinsic(*intrinsic);
  const llvm::Function *callee = calleeOf(call);
  if (!callee)
    return OpKind::Call;
  if (frontend::isUndefinedMarker(*callee) || callee->getName() == llvm::StringRef(markFunction) ||
      callee->getName() == llvm::StringRef(targetFunction))
    return OpKind::None;
  const OpKind kind = kindOfFunction(callee->getName());
  if (kind == OpKind::None)
    return OpKind::Call;
  // A program may define a function of its own under a library's name; then its body counts.
  const bool usersOwn = !callee->isDeclaration() && !frontend::isModel(*callee);
  return usersOwn && !isConvention(callee->getName()) ? OpKind::Call : kind;
}

} // namespace

const llvm::Function *calleeOf(const llvm::CallBase &call) {
  const llvm::Value *called = call.getCalledOperand()->stripPointerCastsAndAliases();
  return llvm::dyn_cast<llvm::Function>(called);
}

OpKind classify(const llvm::Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Load:
  case llvm::Instruction::VAArg:
    return OpKind::Read;
  case llvm::Instruction::Store:
    return OpKind::Write;
  case llvm::Instruction::AtomicRMW:
    return OpKind::ReadModifyWrite;
  case llvm::Instruction::AtomicCmpXchg:
    return OpKind::CompareExchange;
  case llvm::Instruction::Fence:
    return OpKind::Fence;
  case llvm::Instruction::Call:
  case llvm::Instruction::Invoke:
  case llvm::Instruction::CallBr:
    return classifyCall(llvm::cast<llvm::CallBase>(instruction));
  default:
    return OpKind::None;
  }
}

} // namespace heddle::program
