#include "analysis/lock_state.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>
#include <set>
#include <tuple>

namespace heddle::analysis {

namespace {

int rounded(int number, Bound bound) {
  if (number > LockChange::cap)
    return bound == Bound::Least ? LockChange::cap : LockChange::far;
  if (number < -LockChange::cap)
    return bound == Bound::Least ? -LockChange::far : -LockChange::cap;
  return number;
}

int sum(int a, int b, Bound bound) {
  const int infinite = bound == Bound::Least ? -LockChange::far : LockChange::far;
  return a == infinite || b == infinite ? infinite : rounded(a + b, bound);
}

SectionStart united(const SectionStart &a, const SectionStart &b) {
  if (a == b)
    return a;
  return {a.at ? a.at : b.at, true};
}

constexpr std::size_t mostFacts = 48; ///< More of a state are forgotten.

} // namespace

LockChange LockChange::then(const LockChange &next, Bound bound) const {
  return {sum(shift, next.shift, bound), std::max(sum(least, next.shift, bound), next.least)};
}

LockChange LockChange::either(const LockChange &other, Bound bound) const {
  if (bound == Bound::Least)
    return {std::min(shift, other.shift), std::min(least, other.least)};
  return {std::max(shift, other.shift), std::max(least, other.least)};
}

LockEntry LockState::at(LockKeyId key) const {
  const auto *found = std::ranges::lower_bound(locks, key, {}, &LockEntry::key);
  if (found != locks.end() && found->key == key)
    return *found;
  return {key, isLost ? LockChange::lost() : LockChange(), {}};
}

void LockState::set(LockEntry entry) {
  auto *found = std::ranges::lower_bound(locks, entry.key, {}, &LockEntry::key);
  const bool isThere = found != locks.end() && found->key == entry.key;
  const bool isPlain =
      entry.change == (isLost ? LockChange::lost() : LockChange()) && entry.start == SectionStart();
  if (isThere && isPlain)
    locks.erase(found);
  else if (isThere)
    *found = entry;
  else if (!isPlain)
    locks.insert(found, entry);
}

void LockState::erase(LockKeyId key) {
  llvm::erase_if(locks, [&](const LockEntry &entry) { return entry.key == key; });
  llvm::erase_if(facts, [&](const LockFact &fact) { return fact.entry.key == key; });
}

void LockState::apply(LockKeyId key, LockChange change, const llvm::Instruction *at, Bound bound) {
  const auto changed = [&](LockEntry entry) {
    const LockChange before = entry.change;
    entry.change = before.then(change, bound);
    // A section goes on while the lock stays held. That it surely was held before is seen only
    // where this function took it.
    const bool goesOn = before.least > 0 && entry.change.least > 0;
    if (!goesOn)
      entry.start = entry.change.least > 0 ? SectionStart{at, false} : SectionStart();
    return entry;
  };
  set(changed(this->at(key)));
  for (LockFact &fact : facts)
    if (fact.entry.key == key)
      fact.entry = changed(fact.entry);
}

void LockState::forget(const llvm::Value &value) {
  llvm::erase_if(facts, [&](const LockFact &fact) { return fact.value == &value; });
}

bool LockState::isImpossible(const llvm::Value &value, bool isZero) const {
  return std::ranges::any_of(facts, [&](const LockFact &fact) {
    return fact.value == &value && fact.isZero == isZero && fact.entry.key == LockFact::impossible;
  });
}

void LockState::exclude(const llvm::Value &value, bool isZero) {
  llvm::erase_if(
      facts, [&](const LockFact &fact) { return fact.value == &value && fact.isZero == isZero; });
  LockFact fact{&value, isZero, {}};
  fact.entry.key = LockFact::impossible;
  facts.push_back(fact);
}

void LockState::addFact(const llvm::Value &value, bool isZero, const LockEntry &entry) {
  if (facts.size() < mostFacts)
    facts.push_back({&value, isZero, entry});
}

void LockState::learn(const llvm::Value &value, bool isZero) {
  if (isImpossible(value, isZero)) {
    *this = LockState();
    return;
  }
  const auto all = facts;
  for (const LockFact &fact : all)
    if (fact.value == &value && fact.isZero == isZero)
      set(fact.entry);
  exclude(value, !isZero);
}

void LockState::unite(const LockState &other, Bound bound) {
  if (!other.isReached)
    return;
  if (!isReached) {
    *this = other;
    return;
  }
  LockState result = begin();
  result.isLost = bound == Bound::Least ? isLost || other.isLost : isLost && other.isLost;
  const auto either = [&](const LockEntry &a, const LockEntry &b) {
    return LockEntry{a.key, a.change.either(b.change, bound), united(a.start, b.start)};
  };
  std::set<LockKeyId> keys;
  for (const LockState *state : {static_cast<const LockState *>(this), &other})
    for (const LockEntry &entry : state->locks)
      keys.insert(entry.key);
  for (const LockKeyId key : keys)
    result.set(either(at(key), other.at(key)));
  if (facts.empty() && other.facts.empty()) {
    *this = std::move(result);
    return;
  }
  std::set<std::tuple<const llvm::Value *, bool>> asked;
  std::set<std::tuple<const llvm::Value *, bool, LockKeyId>> told;
  for (const LockState *state : {static_cast<const LockState *>(this), &other})
    for (const LockFact &fact : state->facts) {
      asked.emplace(fact.value, fact.isZero);
      told.emplace(fact.value, fact.isZero, fact.entry.key);
    }
  for (const auto &question : asked) {
    const llvm::Value *value = std::get<0>(question);
    const bool isZero = std::get<1>(question);
    const bool mine = !isImpossible(*value, isZero);
    const bool others = !other.isImpossible(*value, isZero);
    if (!mine && !others) {
      result.exclude(*value, isZero);
      continue;
    }
    std::set<LockKeyId> concerned;
    if (!mine || !others)
      concerned = keys;
    for (auto it = told.lower_bound({value, isZero, 0});
         it != told.end() && std::get<0>(*it) == value && std::get<1>(*it) == isZero; ++it)
      concerned.insert(std::get<2>(*it));
    concerned.erase(LockFact::impossible);
    const auto said = [&](const LockState &state, LockKeyId key) {
      for (const LockFact &fact : state.facts)
        if (fact.value == value && fact.isZero == isZero && fact.entry.key == key)
          return fact.entry;
      return state.at(key);
    };
    for (const LockKeyId key : concerned) {
      const LockEntry entry = !mine     ? said(other, key)
                              : !others ? said(*this, key)
                                        : either(said(*this, key), said(other, key));
      if (entry != result.at(key))
        result.addFact(*value, isZero, entry);
    }
  }
  *this = std::move(result);
}

} // namespace heddle::analysis
