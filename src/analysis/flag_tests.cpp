#include "analysis/flag_tests.h"

#include "analysis/wrappers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {
constexpr unsigned mostSteps = 200;
constexpr std::size_t deepest = 6; ///< Calls.
} // namespace

Address addressOf(const llvm::Value &pointer) {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&pointer);
  const auto *constant = llvm::dyn_cast<llvm::ConstantExpr>(&pointer);
  if (!instruction && !constant)
    return {&pointer, 0};
  if (constant) // Points-to sets know them as they are.
    return {&pointer, 0};
  llvm::APInt offset(64, 0);
  const llvm::Value *base = pointer.stripAndAccumulateConstantOffsets(
      instruction->getModule()->getDataLayout(), offset, /*AllowNonInbounds=*/true);
  return {base, offset.getSExtValue()};
}

/// Computes the condition of a branch from a value of the flag, and finds out which flag it is.
class FlagEvaluation {
public:
  FlagEvaluation(FlagTest &test, const llvm::APInt *value) : test(test), value(value) {}

  std::optional<llvm::APInt> compute(const llvm::Value &what) {
    if (!left)
      return std::nullopt;
    --left;
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&what))
      return constant->getValue();
    if (const auto *parameter = llvm::dyn_cast<llvm::Argument>(&what))
      return computeArgument(*parameter);
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&what);
    if (!instruction)
      return std::nullopt;
    switch (instruction->getOpcode()) {
    case llvm::Instruction::Load:
      return look(llvm::cast<llvm::LoadInst>(*instruction));
    case llvm::Instruction::PHI:
      return computePhi(llvm::cast<llvm::PHINode>(*instruction));
    case llvm::Instruction::Call:
    case llvm::Instruction::Invoke:
      return computeCall(llvm::cast<llvm::CallBase>(*instruction));
    case llvm::Instruction::Freeze:
      return compute(*instruction->getOperand(0));
    default:
      return computeSimple(*instruction);
    }
  }

private:
  std::optional<llvm::APInt> computeSimple(const llvm::Instruction &instruction) {
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      const auto a = compute(*compare->getOperand(0));
      const auto b = compute(*compare->getOperand(1));
      if (!a || !b)
        return std::nullopt;
      return llvm::APInt(1, llvm::ICmpInst::compare(*a, *b, compare->getPredicate()) ? 1 : 0);
    }
    if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
      if (!cast->getType()->isIntegerTy() || !cast->getSrcTy()->isIntegerTy())
        return std::nullopt;
      const auto from = compute(*cast->getOperand(0));
      if (!from)
        return std::nullopt;
      const unsigned width = cast->getType()->getIntegerBitWidth();
      return llvm::isa<llvm::SExtInst>(cast) ? from->sextOrTrunc(width) : from->zextOrTrunc(width);
    }
    const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    const auto a = binary ? compute(*binary->getOperand(0)) : std::nullopt;
    const auto b = a ? compute(*binary->getOperand(1)) : std::nullopt;
    if (!b)
      return std::nullopt;
    switch (binary->getOpcode()) {
    case llvm::Instruction::And:
      return *a & *b;
    case llvm::Instruction::Or:
      return *a | *b;
    case llvm::Instruction::Xor:
      return *a ^ *b;
    case llvm::Instruction::Add:
      return *a + *b;
    case llvm::Instruction::Sub:
      return *a - *b;
    default:
      return std::nullopt;
    }
  }

  /// Whichever way control came, it must be the same.
  std::optional<llvm::APInt> computePhi(const llvm::PHINode &phi) {
    test.isSimple = false;
    if (llvm::is_contained(phis, &phi))
      return std::nullopt;
    phis.push_back(&phi);
    std::optional<llvm::APInt> all;
    bool agrees = true;
    for (const llvm::Use &incoming : phi.incoming_values()) {
      if (llvm::isa<llvm::UndefValue>(incoming.get()))
        continue; // Nobody may decide by it.
      if (mayComeFrom(*phi.getIncomingBlock(incoming)))
        agrees = add(*incoming, all) && agrees;
    }
    phis.pop_back();
    return agrees ? all : std::nullopt;
  }

  /// Not if the block is a case of a switch that the caller decides: the orders of atomic loads.
  bool mayComeFrom(const llvm::BasicBlock &block) {
    const llvm::BasicBlock *before = block.getUniquePredecessor();
    const auto *choice =
        before ? llvm::dyn_cast<llvm::SwitchInst>(before->getTerminator()) : nullptr;
    const llvm::Value *decides = choice ? choice->getCondition() : nullptr;
    for (std::size_t i = calls.size(); i > 0 && decides; --i)
      if (const auto *parameter = llvm::dyn_cast<llvm::Argument>(decides))
        decides = calls[i - 1]->getArgOperand(parameter->getArgNo());
    const auto *given = llvm::dyn_cast_or_null<llvm::ConstantInt>(decides);
    return !given || choice->findCaseValue(given)->getCaseSuccessor() == &block;
  }

  bool add(const llvm::Value &one, std::optional<llvm::APInt> &all) {
    const auto computed = compute(one);
    if (!computed || (all && *all != *computed))
      return false;
    all = computed;
    return true;
  }

  std::optional<llvm::APInt> computeCall(const llvm::CallBase &call) {
    const llvm::Function *callee = directCallee(call);
    if (!callee || callee->isDeclaration() || callee->isVarArg() || calls.size() >= deepest ||
        !callee->getReturnType()->isIntegerTy() || callee->arg_size() != call.arg_size())
      return std::nullopt;
    test.isSimple = false;
    calls.push_back(&call);
    std::optional<llvm::APInt> all;
    bool agrees = true;
    for (const llvm::BasicBlock &block : *callee)
      if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
        agrees = add(*end->getReturnValue(), all) && agrees;
    calls.pop_back();
    return agrees ? all : std::nullopt;
  }

  std::optional<llvm::APInt> computeArgument(const llvm::Argument &parameter) {
    if (calls.empty())
      return std::nullopt;
    const llvm::CallBase *call = calls.pop_back_val();
    const auto result = compute(*call->getArgOperand(parameter.getArgNo()));
    calls.push_back(call);
    return result;
  }

  std::optional<llvm::APInt> look(const llvm::LoadInst &load) {
    if (!load.getType()->isIntegerTy())
      return std::nullopt;
    Address at = addressOf(*load.getPointerOperand());
    for (std::size_t i = calls.size(); i > 0; --i) {
      const auto *parameter = llvm::dyn_cast<llvm::Argument>(at.base);
      if (!parameter)
        break;
      const Address outer = addressOf(*calls[i - 1]->getArgOperand(parameter->getArgNo()));
      at = {outer.base, at.offset + outer.offset};
    }
    const auto targets = test.pointers->pointsTo(*at.base);
    if (targets.size() != 1 || targets.front().stride)
      return std::nullopt;
    Target place = targets.front();
    place.offset += at.offset;
    if (test.type && (test.type != load.getType() || test.place != place))
      return std::nullopt;
    if (!value) {
      const llvm::Instruction *here =
          calls.empty() ? static_cast<const llvm::Instruction *>(&load) : calls.front();
      test.isSimple = test.isSimple && !test.type;
      test.place = place;
      test.type = load.getType();
      test.address = test.address ? test.address : at.base;
      test.isAcquire =
          test.isAcquire && load.isAtomic() && llvm::isAcquireOrStronger(load.getOrdering());
      if (!llvm::is_contained(test.looks, here))
        test.looks.push_back(here);
    }
    return value ? *value : llvm::APInt(load.getType()->getIntegerBitWidth(), 0);
  }

  FlagTest &test;
  const llvm::APInt *value; ///< Null to find out.
  unsigned left = mostSteps;
  llvm::SmallVector<const llvm::CallBase *, deepest> calls; ///< That are looked through.
  llvm::SmallVector<const llvm::PHINode *, 4> phis;
};

std::optional<FlagTest> FlagTest::of(const llvm::BranchInst &branch, const PointsTo &pointers) {
  if (!branch.isConditional() || branch.getSuccessor(0) == branch.getSuccessor(1))
    return std::nullopt;
  FlagTest test;
  test.branch = &branch;
  test.pointers = &pointers;
  // What is computed does not matter yet; paths may disagree about it.
  FlagEvaluation(test, nullptr).compute(*branch.getCondition());
  if (!test.type)
    return std::nullopt;
  return test;
}

std::optional<bool> FlagTest::goes(const llvm::APInt &value) const {
  FlagTest copy = *this;
  const auto result = FlagEvaluation(copy, &value).compute(*branch->getCondition());
  return result ? std::optional(!result->isZero()) : std::nullopt;
}

} // namespace heddle::analysis
