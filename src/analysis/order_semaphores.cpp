// Orders by semaphores. A thread that has taken k times from a semaphore knows that it was posted
// that often, less what it began with: so many times, less what others can have posted, by each
// thread.
#include "analysis/order_rules.h"

#include <algorithm>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {

/// What a semaphore begins with at most.
std::optional<std::uint64_t> initialOf(const Rules &rules, const llvm::Value &semaphore) {
  std::optional<std::uint64_t> result;
  for (const llvm::CallBase *init : rules.callsOf("sem_init")) {
    if (!rules.mayMeet(*init->getArgOperand(0), semaphore))
      continue;
    const auto *value = llvm::dyn_cast<llvm::ConstantInt>(init->getArgOperand(2));
    if (!value || (!value->isZero() && (result || rules.instances.of(*init) > 1)))
      return std::nullopt;
    if (result && *result)
      return std::nullopt;
    result = value->getZExtValue();
  }
  return result;
}

/// What all threads of a kind post together at most.
std::uint64_t postedBy(Rules &rules, StaticThread thread, unsigned posts) {
  const unsigned each = rules.passages(thread, posts).mostEver();
  const std::uint64_t count = rules.instances.of(thread);
  return each >= Passages::cap || count == Instances::many ? Instances::many : each * count;
}

/// Of waits at one semaphore: each of them in turn.
void addCounts(Rules &rules, unsigned waits, unsigned posts, std::uint64_t initial,
               const OrderReason &reason) {
  std::vector<std::pair<StaticThread, std::uint64_t>> posters;
  const llvm::BitVector posting = rules.runnersOf(rules.placesOf(posts));
  for (const unsigned thread : posting.set_bits())
    posters.emplace_back(thread, postedBy(rules, thread, posts));
  unsigned deepest = 0;
  const llvm::BitVector waiters = rules.runnersOf(rules.placesOf(waits));
  for (const unsigned thread : waiters.set_bits())
    deepest = std::max(deepest, rules.passages(thread, waits).mostEver());
  for (unsigned level = 1; level <= std::min(deepest, Passages::cap - 1); ++level) {
    Rule rule;
    rule.needsAll = true;
    rule.reason = reason;
    rule.acquires = rules.pointsOf(waits);
    for (Point &acquire : rule.acquires)
      acquire.level = level;
    for (const auto &[thread, own] : posters) {
      std::uint64_t others = initial;
      for (const auto &[other, count] : posters)
        if (other != thread)
          others = count == Instances::many || others == Instances::many ? Instances::many
                                                                         : others + count;
      if (others >= level || !rules.instances.isSingle(thread))
        continue;
      const auto needed = static_cast<unsigned>(level - others);
      if (needed <= own)
        rule.releases.push_back({thread, posts, needed});
    }
    rules.add(std::move(rule));
  }
}

} // namespace

void addSemaphoreRules(Rules &rules) {
  std::vector<std::pair<Target, Places>> exact;
  for (const llvm::CallBase *wait : rules.callsOf("sem_wait")) {
    const llvm::Value &semaphore = *wait->getArgOperand(0);
    const auto initial = initialOf(rules, semaphore);
    Places places;
    for (const llvm::CallBase *post : rules.callsOf("sem_post"))
      if (rules.mayMeet(*post->getArgOperand(0), semaphore))
        places.add(*post);
    if (!initial || places.instructions.empty() || rules.isCalledBack(places) ||
        rules.threads.isCalledBack(*wait->getFunction()))
      continue;
    const OrderReason reason = {OrderKind::Semaphore, &semaphore,
                                places.instructions.begin()->first, wait};
    const auto target = rules.onlyTarget(semaphore);
    if (target) {
      auto same = std::ranges::find(exact, *target, &std::pair<Target, Places>::first);
      if (same != exact.end()) {
        same->second.add(*wait);
        continue;
      }
      exact.emplace_back(*target, Places()).second.add(*wait);
      continue;
    }
    if (*initial)
      continue;
    Places own;
    own.add(*wait);
    Rule rule;
    rule.releases = rules.pointsOf(rules.addPlaces(std::move(places)));
    rule.acquires = rules.pointsOf(rules.addPlaces(std::move(own)));
    rule.reason = reason;
    rules.add(std::move(rule));
  }
  for (auto &[target, waits] : exact) {
    const auto *wait = llvm::cast<llvm::CallBase>(waits.instructions.begin()->first);
    const llvm::Value &semaphore = *wait->getArgOperand(0);
    Places places;
    const llvm::Instruction *first = nullptr;
    for (const llvm::CallBase *post : rules.callsOf("sem_post"))
      if (rules.mayMeet(*post->getArgOperand(0), semaphore)) {
        places.add(*post);
        first = first ? first : post;
      }
    const std::uint64_t initial = *initialOf(rules, semaphore);
    const unsigned posts = rules.addPlaces(std::move(places));
    const unsigned own = rules.addPlaces(std::move(waits));
    const OrderReason reason = {OrderKind::Semaphore, &semaphore, first, wait};
    addCounts(rules, own, posts, initial, reason);
    if (initial)
      continue;
    Rule rule;
    rule.releases = rules.pointsOf(posts);
    rule.acquires = rules.pointsOf(own);
    rule.reason = reason;
    rules.add(std::move(rule));
  }
}

} // namespace heddle::analysis
