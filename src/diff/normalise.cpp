#include "diff/normalise.h"

#include "program/program.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace heddle::diff {

namespace {
/// How far an expression is told; what it is made of in turn matters little.
constexpr unsigned mostDepth = 5;
} // namespace

std::string Normaliser::nameOf(const llvm::Value &global) const {
  if (const auto known = names.find(&global); known != names.end())
    return "@" + known->second;
  // Copies for each caller are numbered through the program: one more caller changes the numbers.
  if (const auto original = program::originalName(global.getName());
      original.size() != global.getName().size())
    return "@" + std::string(original);
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
      variable && variable->isConstant() && variable->hasPrivateLinkage())
    return "@text"; // Their numbers change with every text that is added.
  return isBlind ? "@?" : "@" + global.getName().str();
}

std::string Normaliser::value(const llvm::Value &value, unsigned depth) const {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    llvm::SmallString<20> text;
    number->getValue().toStringSigned(text);
    return text.str().str();
  }
  if (llvm::isa<llvm::GlobalValue>(value))
    return nameOf(value);
  if (llvm::isa<llvm::ConstantPointerNull>(value))
    return "null";
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value))
    return "arg" + std::to_string(argument->getArgNo());
  if (llvm::isa<llvm::AllocaInst>(value))
    return "local";
  const auto *user = llvm::dyn_cast<llvm::Operator>(&value);
  if (!user || depth == mostDepth)
    return "…";
  if (llvm::isa<llvm::PHINode>(value))
    return "phi";
  std::string text = llvm::Instruction::getOpcodeName(user->getOpcode());
  if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(&value))
    text += "." + llvm::CmpInst::getPredicateName(compare->getPredicate()).str();
  text += "(";
  for (const llvm::Use &operand : user->operands())
    text += this->value(*operand, depth + 1) + ",";
  return text + ")";
}

std::string Normaliser::of(const llvm::Instruction &at) const {
  std::string text = at.getOpcodeName();
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at)) {
    text = "call " + value(*call->getCalledOperand(), 0);
    for (const llvm::Use &argument : call->args())
      text += " " + value(*argument, 0);
    return text;
  }
  for (const llvm::Use &operand : at.operands())
    if (!llvm::isa<llvm::BasicBlock>(operand))
      text += " " + value(*operand, 0);
  return text;
}

std::string Normaliser::targetOf(const llvm::Instruction &at) const {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&at))
    return "store " + value(*store->getPointerOperand(), 0);
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&at))
    return "load " + value(*load->getPointerOperand(), 0);
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
    return "call " + value(*call->getCalledOperand(), 0);
  return of(at);
}

} // namespace heddle::diff
