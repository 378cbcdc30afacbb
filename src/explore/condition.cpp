#include "explore/condition.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace heddle::explore {

namespace {

constexpr unsigned deepest = 32;

std::optional<unsigned> widthOf(const llvm::Value &value) {
  const llvm::Type *type = value.getType();
  if (type->isPointerTy())
    return 64;
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64)
    return std::nullopt;
  return type->getIntegerBitWidth();
}

class Evaluator {
public:
  explicit Evaluator(const ValueOf &valueOf) : valueOf(valueOf) {}

  std::optional<llvm::APInt> of(const llvm::Value &value, unsigned depth) const {
    const auto width = widthOf(value);
    if (!width || depth == 0)
      return std::nullopt;
    if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value))
      return number->getValue();
    if (llvm::isa<llvm::ConstantPointerNull>(value))
      return llvm::APInt(64, 0);
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction)
      return std::nullopt;
    if (const auto known = valueOf(*instruction))
      return llvm::APInt(64, *known).trunc(*width);
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(instruction)) {
      const auto a = of(*compare->getOperand(0), depth - 1);
      const auto b = of(*compare->getOperand(1), depth - 1);
      if (!a || !b)
        return std::nullopt;
      return llvm::APInt(1, llvm::ICmpInst::compare(*a, *b, compare->getPredicate()) ? 1 : 0);
    }
    if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(instruction))
      return convert(*cast, *width, depth);
    if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(instruction))
      return compute(*binary, depth);
    return std::nullopt;
  }

private:
  std::optional<llvm::APInt> convert(const llvm::CastInst &cast, unsigned width,
                                     unsigned depth) const {
    const auto from = of(*cast.getOperand(0), depth - 1);
    if (!from)
      return std::nullopt;
    switch (cast.getOpcode()) {
    case llvm::Instruction::ZExt:
      return from->zext(width);
    case llvm::Instruction::SExt:
      return from->sext(width);
    case llvm::Instruction::Trunc:
      return from->trunc(width);
    default:
      return from->zextOrTrunc(width);
    }
  }

  std::optional<llvm::APInt> compute(const llvm::BinaryOperator &binary, unsigned depth) const {
    const auto a = of(*binary.getOperand(0), depth - 1);
    const auto b = of(*binary.getOperand(1), depth - 1);
    if (!a || !b)
      return std::nullopt;
    switch (binary.getOpcode()) {
    case llvm::Instruction::Add:
      return *a + *b;
    case llvm::Instruction::Sub:
      return *a - *b;
    case llvm::Instruction::Mul:
      return *a * *b;
    case llvm::Instruction::And:
      return *a & *b;
    case llvm::Instruction::Or:
      return *a | *b;
    case llvm::Instruction::Xor:
      return *a ^ *b;
    default:
      return std::nullopt;
    }
  }

  const ValueOf &valueOf;
};

} // namespace

std::optional<std::uint64_t> evaluate(const llvm::Value &value, const ValueOf &valueOf) {
  const auto result = Evaluator(valueOf).of(value, deepest);
  return result ? std::optional(result->getZExtValue()) : std::nullopt;
}

std::optional<unsigned> sideOf(const llvm::Instruction &branch, const ValueOf &valueOf) {
  if (const auto *two = llvm::dyn_cast<llvm::BranchInst>(&branch)) {
    if (!two->isConditional())
      return 0;
    const auto condition = evaluate(*two->getCondition(), valueOf);
    return condition ? std::optional(*condition != 0 ? 0u : 1u) : std::nullopt;
  }
  const auto *many = llvm::dyn_cast<llvm::SwitchInst>(&branch);
  const auto number = many ? evaluate(*many->getCondition(), valueOf) : std::nullopt;
  if (!number)
    return std::nullopt;
  for (const auto &one : many->cases())
    if (one.getCaseValue()->getZExtValue() == *number)
      return one.getSuccessorIndex();
  return 0;
}

std::optional<std::uint64_t> gapOf(const llvm::Instruction &branch, const ValueOf &valueOf) {
  const auto *two = llvm::dyn_cast<llvm::BranchInst>(&branch);
  const auto *compare =
      two && two->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(two->getCondition()) : nullptr;
  if (!compare)
    return std::nullopt;
  const auto a = Evaluator(valueOf).of(*compare->getOperand(0), deepest);
  const auto b = Evaluator(valueOf).of(*compare->getOperand(1), deepest);
  if (!a || !b)
    return std::nullopt;
  const bool isLess = compare->isSigned() ? a->slt(*b) : a->ult(*b);
  return (isLess ? *b - *a : *a - *b).getZExtValue();
}

} // namespace heddle::explore
