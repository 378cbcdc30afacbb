#include "analysis/member_pointers.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {

bool isMemberType(const llvm::Type &type) {
  const auto *pair = llvm::dyn_cast<llvm::StructType>(&type);
  return pair && pair->getNumElements() == 2 && pair->getElementType(0)->isIntegerTy(64) &&
         pair->getElementType(1)->isIntegerTy(64);
}

/// One half of a pointer to a member that was loaded.
bool isHalf(const llvm::Value &value, unsigned which) {
  const auto *half = llvm::dyn_cast<llvm::ExtractValueInst>(&value);
  return half && half->getIndices() == llvm::ArrayRef(which) &&
         isMemberType(*half->getAggregateOperand()->getType()) &&
         llvm::isa<llvm::LoadInst>(half->getAggregateOperand());
}

bool isZero(const llvm::Value *value) {
  const auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(value);
  return constant && (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant));
}

bool isFunction(const llvm::Value *value) {
  const auto *constant = llvm::dyn_cast_or_null<llvm::ConstantExpr>(value);
  return constant && constant->getOpcode() == llvm::Instruction::PtrToInt &&
         llvm::isa<llvm::Function>(constant->getOperand(0)->stripPointerCastsAndAliases());
}

} // namespace

MemberPointers::MemberPointers(const llvm::Module &module) {
  llvm::SmallPtrSet<const llvm::Constant *, 32> seen;
  llvm::SmallVector<const llvm::Constant *, 32> work;
  const auto meet = [&](const llvm::Value *value) {
    const auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(value);
    if (constant && !llvm::isa<llvm::GlobalValue>(constant) && seen.insert(constant).second)
      work.push_back(constant);
  };
  for (const llvm::GlobalVariable &variable : module.globals())
    if (variable.hasInitializer())
      meet(variable.getInitializer());
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      for (const llvm::Use &operand : instruction.operands())
        meet(operand.get());
      const auto *made = llvm::dyn_cast<llvm::InsertValueInst>(&instruction);
      if (!made || !isMemberType(*made->getType()))
        continue;
      const llvm::Value *half = made->getInsertedValueOperand();
      if (made->getIndices() == llvm::ArrayRef(1u))
        mayShift |= !isZero(half);
      else
        mayBeVirtual |= !isZero(half) && !isFunction(half) && !isHalf(*half, 0);
    }
  while (!work.empty()) {
    const llvm::Constant *constant = work.pop_back_val();
    if (isMemberType(*constant->getType())) {
      const llvm::Constant *first = constant->getAggregateElement(0u);
      mayShift |= !isZero(constant->getAggregateElement(1u));
      mayBeVirtual |= !isZero(first) && !isFunction(first);
    }
    for (const llvm::Use &operand : constant->operands())
      meet(operand.get());
  }
}

bool MemberPointers::isNoShift(const llvm::Value &value) const {
  return !mayShift && isHalf(value, 1);
}

bool MemberPointers::isNoOffset(const llvm::Value &value) const {
  const auto *offset = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return !mayBeVirtual && offset && offset->getOpcode() == llvm::Instruction::Sub &&
         llvm::isa<llvm::ConstantInt>(offset->getOperand(1)) && isHalf(*offset->getOperand(0), 0);
}

} // namespace heddle::analysis
