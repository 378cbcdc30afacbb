// Orders by the creation and the end of threads.
#include "analysis/order_rules.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {

void addCreation(Rules &rules, StaticThread child) {
  const llvm::CallBase &anchor = *rules.threads.all()[child].anchor();
  if (rules.threads.isCalledBack(*anchor.getFunction()))
    return;
  Places places;
  places.begins.insert(&anchor);
  Rule rule;
  rule.releases = rules.pointsOf(rules.addPlaces(std::move(places)));
  rule.acquires.push_back({child});
  rule.reason = {OrderKind::Creation, nullptr, &anchor, &anchor};
  rules.add(std::move(rule));
}

/// Only if no such thread is created behind the join.
void addJoin(Rules &rules, const JoinGroup &group) {
  Places places;
  for (const llvm::Instruction *join : group.joins)
    places.add(*join);
  for (const llvm::BasicBlock *exit : group.exits)
    places.edges.insert({exit->getUniquePredecessor(), exit});
  const unsigned index = rules.addPlaces(std::move(places));
  Rule rule;
  rule.needsAll = true;
  for (const llvm::CallBase *creation : group.creations) {
    const llvm::BitVector &makers = rules.threads.runners(*creation->getFunction());
    if (makers.count() != 1)
      return;
    const auto maker = static_cast<StaticThread>(makers.find_first());
    const auto passed = rules.passages(maker, index).mostDuring(*creation);
    if (!passed || *passed || !rules.instances.isSingle(maker))
      return;
    rule.acquires.assign(1, {maker, index});
    for (const StaticThread thread : rules.threads.createdAt(*creation))
      rule.releases.push_back({thread, Point::wholeThread, 1, true});
  }
  const llvm::Instruction *join = group.joins.empty()
                                      ? group.exits.front()->getUniquePredecessor()->getTerminator()
                                      : group.joins.front();
  rule.reason = {OrderKind::Join, nullptr, group.creations.front(), join};
  rules.add(std::move(rule));
}

} // namespace

void addThreadRules(Rules &rules) {
  for (StaticThread child = 1; child < rules.threads.all().size(); ++child)
    addCreation(rules, child);
  for (const JoinGroup &group : rules.parallel.joins())
    addJoin(rules, group);
}

} // namespace heddle::analysis
