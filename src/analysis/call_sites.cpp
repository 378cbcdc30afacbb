#include "analysis/call_sites.h"

#include "program/program.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

CallSites::CallSites(const program::Program &program, const PointsTo &pointers) : program(program) {
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
        for (const llvm::Function *callee : pointers.callees(*call))
          if (!callee->isDeclaration())
            callers[callee].push_back(call);
}

const CallSites::Calls &CallSites::of(const llvm::Function &function) const {
  const auto found = callers.find(&function);
  return found == callers.end() ? none : found->second;
}

bool CallSites::isLibrary(const llvm::Function &function) const {
  const auto id = program.functionOf(function);
  return id && program.functions()[*id].isModel;
}

/// Calls `f(call, isUsers)` for all calls that lead there through libraries.
template <class F> void CallSites::climb(const llvm::Function &function, F f) const {
  llvm::SmallSetVector<const llvm::Function *, 16> work;
  work.insert(&function);
  for (std::size_t i = 0; i < work.size(); ++i)
    for (const llvm::Instruction *call : of(*work[i])) {
      const bool isUsers = !isLibrary(*call->getFunction());
      f(*call, isUsers);
      if (!isUsers)
        work.insert(call->getFunction());
    }
}

const CallSites::Calls &CallSites::usersOf(const llvm::Function &function) {
  if (const auto known = users.find(&function); known != users.end())
    return known->second;
  llvm::SmallSetVector<const llvm::Instruction *, 16> found;
  climb(function, [&](const llvm::Instruction &call, bool isUsers) {
    if (isUsers)
      found.insert(&call);
  });
  return users.try_emplace(&function, Calls(found.begin(), found.end())).first->second;
}

CallSites::Calls CallSites::within(const llvm::Function &function) const {
  Calls calls;
  climb(function, [&](const llvm::Instruction &call, bool isUsers) {
    if (!isUsers)
      calls.push_back(&call);
  });
  return calls;
}

} // namespace heddle::analysis
