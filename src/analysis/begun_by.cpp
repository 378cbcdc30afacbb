#include "analysis/begun_by.h"

#include "program/program.h"

#include <algorithm>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace heddle::analysis {

const llvm::Function &begunBy(const Study &study, const CallSites &sites, StaticThread thread) {
  const llvm::Function &routine = *study.threads.all()[thread].routine;
  if (!sites.isLibrary(routine))
    return routine;
  const auto isCalledByUser = [&](const llvm::Function &function) {
    return std::ranges::any_of(sites.of(function), [&](const llvm::Instruction *call) {
      return !sites.isLibrary(*call->getFunction()) &&
             study.threads.runners(*call->getFunction()).test(thread);
    });
  };
  const llvm::Function *destructor = nullptr; // Of what it was handed: rarely what it is for.
  for (const llvm::Function *function : study.pointers.reachable()) {
    if (function->isDeclaration() || sites.isLibrary(*function) ||
        study.threads.isCalledBack(*function) || // Anybody may run it, as far as is known.
        !study.threads.runners(*function).test(thread) || isCalledByUser(*function))
      continue;
    if (program::shownName(function->getName().str()).find("::~") == std::string::npos)
      return *function;
    destructor = destructor ? destructor : function;
  }
  return destructor ? *destructor : routine;
}

} // namespace heddle::analysis
