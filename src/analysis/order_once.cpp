// Orders by pthread_once: what the routine does comes before what follows any call for the same
// flag.
#include "analysis/order_rules.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {
constexpr const char *onceFunction = "pthread_once";

/// Whether the routine is handed to calls for this flag and to nobody else.
bool isRunOnlyFor(const Rules &rules, const llvm::Function &routine, const Target &flag) {
  return llvm::all_of(routine.uses(), [&](const llvm::Use &use) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->isDeclaration() && callee->getName() == onceFunction &&
           call->isArgOperand(&use) && call->getArgOperandNo(&use) == 1 &&
           rules.onlyTarget(*call->getArgOperand(0)) == flag;
  });
}

/// The routine and what only it calls.
llvm::DenseSet<const llvm::Function *> bodyOf(const llvm::Function &routine) {
  llvm::DenseSet<const llvm::Function *> body = {&routine};
  llvm::SmallVector<const llvm::Function *, 8> work = {&routine};
  while (!work.empty()) {
    for (const llvm::Instruction &instruction : llvm::instructions(*work.pop_back_val())) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration() || body.contains(callee))
        continue;
      const bool isOwn = llvm::all_of(callee->uses(), [&](const llvm::Use &use) {
        const auto *user = llvm::dyn_cast<llvm::CallBase>(use.getUser());
        return user && user->isCallee(&use) && body.contains(user->getFunction());
      });
      if (isOwn && body.insert(callee).second)
        work.push_back(callee);
    }
  }
  return body;
}

} // namespace

void addOnceRules(Rules &rules) {
  llvm::DenseSet<const llvm::Function *> seen;
  for (const llvm::CallBase *call : rules.callsOf(onceFunction)) {
    const auto *routine = llvm::dyn_cast<llvm::Function>(call->getArgOperand(1));
    const auto flag = rules.onlyTarget(*call->getArgOperand(0));
    if (!routine || routine->isDeclaration() || !flag || !isRunOnlyFor(rules, *routine, *flag) ||
        !seen.insert(routine).second)
      continue;
    Places places;
    for (const llvm::CallBase *other : rules.callsOf(onceFunction))
      if (rules.onlyTarget(*other->getArgOperand(0)) == *flag &&
          !rules.threads.isCalledBack(*other->getFunction()))
        places.add(*other);
    Rule rule;
    Point release;
    release.body = &rules.bodies.emplace_back(bodyOf(*routine));
    rule.releases.push_back(release);
    rule.acquires = rules.pointsOf(rules.addPlaces(std::move(places)));
    rule.reason = {OrderKind::Once, call->getArgOperand(0), &*llvm::inst_begin(*routine), call};
    rules.add(std::move(rule));
  }
}

} // namespace heddle::analysis
