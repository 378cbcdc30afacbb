// Orders by barriers. If all who may come to a barrier are as many as it waits for, then each of
// its rounds takes all of them: who has come through k times knows that the others came k times.
#include "analysis/order_rules.h"

#include <algorithm>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {

/// How many it waits for, if that never changes.
std::optional<std::uint64_t> countOf(const Rules &rules, const llvm::Value &barrier) {
  const llvm::CallBase *found = nullptr;
  for (const llvm::CallBase *init : rules.callsOf("pthread_barrier_init"))
    if (rules.mayMeet(*init->getArgOperand(0), barrier)) {
      if (found)
        return std::nullopt;
      found = init;
    }
  if (!found || rules.instances.of(*found) > 1)
    return std::nullopt;
  const auto *count = llvm::dyn_cast<llvm::ConstantInt>(found->getArgOperand(2));
  return count ? std::optional(count->getZExtValue()) : std::nullopt;
}

void addBarrier(Rules &rules, const llvm::CallBase &example, const Target &target) {
  const llvm::Value &barrier = *example.getArgOperand(0);
  Places places;
  for (const llvm::CallBase *wait : rules.callsOf("pthread_barrier_wait"))
    if (rules.mayMeet(*wait->getArgOperand(0), barrier))
      places.add(*wait, rules.onlyTarget(*wait->getArgOperand(0)) == target);
  if (rules.isCalledBack(places))
    return;
  std::uint64_t coming = 0;
  const llvm::BitVector who = rules.runnersOf(places);
  for (const unsigned thread : who.set_bits()) {
    const std::uint64_t count = rules.instances.of(thread);
    if (count == Instances::many)
      return;
    coming += count;
  }
  if (countOf(rules, barrier) != coming)
    return;
  const unsigned index = rules.addPlaces(std::move(places));
  const std::vector<Point> points = rules.pointsOf(index);
  unsigned deepest = 0;
  for (const Point &point : points)
    deepest = std::max(deepest, rules.passages(point.thread, index).mostEver());
  for (unsigned level = 1; level <= std::min(deepest, Passages::cap - 1); ++level) {
    Rule rule;
    rule.needsAll = true;
    for (Point point : points) {
      point.level = level;
      rule.acquires.push_back(point);
      point.isOfAll = true;
      rule.releases.push_back(point);
    }
    rule.reason = {OrderKind::Barrier, &barrier, &example, &example};
    rules.add(std::move(rule));
  }
}

} // namespace

void addBarrierRules(Rules &rules) {
  std::vector<Target> seen;
  for (const llvm::CallBase *wait : rules.callsOf("pthread_barrier_wait")) {
    const auto target = rules.onlyTarget(*wait->getArgOperand(0));
    if (!target || std::ranges::find(seen, *target) != seen.end())
      continue;
    seen.push_back(*target);
    addBarrier(rules, *wait, *target);
  }
}

} // namespace heddle::analysis
