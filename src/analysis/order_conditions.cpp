// Orders by condition variables: a wait ends when one of the signals comes that can end it. If it
// may also end by itself, only a test in a loop around it makes an order, which is that of a flag.
#include "analysis/order_rules.h"

#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

void addConditionRules(Rules &rules) {
  if (rules.options.spurious)
    return;
  for (const llvm::CallBase *wait : rules.callsOf("pthread_cond_wait")) {
    const llvm::Value &condition = *wait->getArgOperand(0);
    Places places;
    const llvm::Instruction *first = nullptr;
    for (const char *name : {"pthread_cond_signal", "pthread_cond_broadcast"})
      for (const llvm::CallBase *signal : rules.callsOf(name))
        if (rules.mayMeet(*signal->getArgOperand(0), condition)) {
          places.add(*signal);
          first = first ? first : signal;
        }
    if (rules.isCalledBack(places) || rules.threads.isCalledBack(*wait->getFunction()))
      continue;
    Places own;
    own.add(*wait);
    Rule rule;
    rule.releases = rules.pointsOf(rules.addPlaces(std::move(places)));
    rule.acquires = rules.pointsOf(rules.addPlaces(std::move(own)));
    // What makes it a happens-before is the mutex, which the signal need not hold.
    rule.reason = {OrderKind::Condition, &condition, first, wait, false};
    rules.add(std::move(rule));
  }
}

} // namespace heddle::analysis
