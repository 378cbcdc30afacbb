#include "analysis/callers_apart.h"

#include "analysis/copier.h"
#include "analysis/generator.h"
#include "analysis/points_to.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>

namespace heddle::analysis {

namespace {

/// A call through a pointer and what it may call that can be copied.
struct Promotion {
  llvm::CallBase *call;
  std::vector<llvm::Function *> callees;
};

std::vector<Promotion> findPromotions(llvm::Module &module, const Copier &copier,
                                      const PointsTo &pointers, const CopyLimits &limits) {
  std::vector<Promotion> result;
  for (llvm::Function &function : module) {
    if (!copier.isLibrary(function) || !pointers.isReachable(function))
      continue;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || !call->isIndirectCall() || call->isMustTailCall())
        continue;
      const auto callees = pointers.callees(*call);
      Promotion found{call, {}};
      for (const llvm::Function *callee : callees)
        if (callees.size() <= limits.targets && copier.isCopied(*callee) &&
            llvm::isLegalToPromote(*call, module.getFunction(callee->getName())))
          found.callees.push_back(module.getFunction(callee->getName()));
      if (!found.callees.empty())
        result.push_back(std::move(found));
    }
  }
  return result;
}

/// `if (pointer == &callee) callee(…); else pointer(…);`, where the second is known not to call it.
void promote(Promotion &promotion, Copier &copier) {
  std::vector<llvm::Metadata *> excluded;
  for (llvm::Function *callee : promotion.callees) {
    copier.add(llvm::promoteCallWithIfThenElse(*promotion.call, callee));
    excluded.push_back(llvm::ValueAsMetadata::get(callee));
  }
  promotion.call->setMetadata(excludedCallees,
                              llvm::MDNode::get(promotion.call->getContext(), excluded));
}

} // namespace

support::Outcome<program::Program> withCallersApart(const program::Program &program,
                                                    const CopyLimits &limits) {
  support::Outcome<frontend::Unit> unit = program::copyOf(program);
  if (!unit)
    return unit.failure();
  support::Outcome<program::Program> result = program::Program::build(std::move(*unit));
  if (!result)
    return result;
  const llvm::Function *creation = result->unit().module().getFunction("pthread_create");
  if (!creation ||
      creation->use_empty()) // One thread meets nobody: there is nothing to tell apart.
    return result;
  Copier copier(result->unit().module(), *result, limits);
  for (llvm::Function &function : result->unit().module())
    if (!copier.isLibrary(function))
      copier.addAll(function);
  copier.run();
  for (unsigned round = 0; round < limits.rounds; ++round) {
    result = program::Program::build(std::move(result->unit()));
    if (!result)
      return result;
    std::vector<Promotion> promotions =
        findPromotions(result->unit().module(), copier, PointsTo::analyse(*result), limits);
    if (promotions.empty())
      break;
    for (Promotion &promotion : promotions)
      promote(promotion, copier);
    copier.run();
  }
  copier.clean();
  return program::Program::build(std::move(result->unit()));
}

} // namespace heddle::analysis
