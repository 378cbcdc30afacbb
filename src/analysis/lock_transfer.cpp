// What single instructions do to locks.
#include "analysis/library.h"
#include "analysis/lock_passed.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {

namespace {
/// The locks that a state has something to say of.
std::set<LockKeyId> mentioned(const LockState &state) {
  std::set<LockKeyId> result;
  for (const LockEntry &entry : state.locks)
    result.insert(entry.key);
  for (const LockFact &fact : state.facts)
    if (fact.entry.key != LockFact::impossible)
      result.insert(fact.entry.key);
  return result;
}
} // namespace

Test testOf(const llvm::Value &condition) {
  if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&condition);
      compare && compare->isEquality()) {
    const bool isEqual = compare->getPredicate() == llvm::CmpInst::ICMP_EQ;
    const auto *constant = llvm::dyn_cast<llvm::Constant>(compare->getOperand(1));
    if (!constant || (!constant->isNullValue() && !llvm::isa<llvm::ConstantInt>(constant)))
      return {&condition, Test::NotZero, Test::Zero};
    const Test inner = testOf(*compare->getOperand(0));
    if (constant->isNullValue())
      return isEqual ? Test{inner.value, inner.ifFalse, inner.ifTrue} : inner;
    return isEqual ? Test{inner.value, inner.ifTrue, Test::Nothing}
                   : Test{inner.value, Test::Nothing, inner.ifTrue};
  }
  if (const auto *flip = llvm::dyn_cast<llvm::BinaryOperator>(&condition);
      flip && flip->getOpcode() == llvm::Instruction::Xor && flip->getType()->isIntegerTy(1))
    if (const auto *one = llvm::dyn_cast<llvm::ConstantInt>(flip->getOperand(1));
        one && one->isOne()) {
      const Test inner = testOf(*flip->getOperand(0));
      return {inner.value, inner.ifFalse, inner.ifTrue};
    }
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::FreezeInst>(condition))
    return testOf(*llvm::cast<llvm::Instruction>(condition).getOperand(0));
  if (const auto *narrow = llvm::dyn_cast<llvm::TruncInst>(&condition))
    if (const auto *wide = llvm::dyn_cast<llvm::ZExtInst>(narrow->getOperand(0));
        wide && wide->getOperand(0)->getType()->getScalarSizeInBits() <=
                    narrow->getType()->getScalarSizeInBits())
      return testOf(*wide->getOperand(0));
  return {&condition, Test::NotZero, Test::Zero};
}

bool isAskedElsewhere(const llvm::Value &value) {
  const auto *home = llvm::dyn_cast<llvm::Instruction>(&value);
  constexpr unsigned mostUsers = 16;
  unsigned seen = 0;
  llvm::SmallVector<const llvm::Value *, 8> work{&value};
  while (!work.empty())
    for (const llvm::User *user : work.pop_back_val()->users()) {
      const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (!instruction)
        continue;
      if (!home || instruction->getParent() != home->getParent() ||
          llvm::isa<llvm::PHINode>(instruction) || ++seen > mostUsers)
        return true;
      if (llvm::isa<llvm::ICmpInst, llvm::CastInst, llvm::BinaryOperator, llvm::FreezeInst>(user))
        work.push_back(user);
    }
  return false;
}

LockKeyId LockFlow::keyOf(const LockOperation &operation, const llvm::CallBase &call) {
  if (operation.argument == LockOperation::atomic)
    return keys.atomic();
  return keys.keyOf(*call.getArgOperand(operation.argument), operation.mode);
}

void LockFlow::pass(const llvm::Instruction &instruction, Passed &to, Summary &summary) {
  to.thrown = LockState();
  if (!to.usual.isReached)
    return;
  if (!to.usual.locks.empty() || !to.usual.facts.empty()) {
    if (const auto *changed = keys.changedBy(instruction))
      for (const LockKeyId key : std::vector<LockKeyId>(*changed)) {
        const LockEntry entry = to.usual.at(key);
        to.usual.erase(key);
        if (bound == Bound::Most && entry.change.applied(0) > 0)
          to.usual.apply(keys.vague(key), {LockChange::far, LockChange::far}, entry.start.at,
                         bound);
      }
    if (!llvm::isa<llvm::PHINode>(instruction)) // What is known of those came along the edge.
      to.usual.forget(instruction);
  }
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    // Another lock is there when the scope is entered again.
    if (bound == Bound::Least && intrinsic->isLifetimeStartOrEnd())
      for (const LockEntry &entry : llvm::SmallVector<LockEntry, 4>(to.usual.locks))
        if (keys[entry.key].address.base == intrinsic->getArgOperand(1)->stripPointerCasts())
          to.usual.apply(entry.key, LockChange::lost(), intrinsic, bound);
    return;
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    passCall(*call, to, summary);
}

void LockFlow::passCall(const llvm::CallBase &call, Passed &to, Summary &summary) {
  const LockState before = to.usual;
  Passed all;
  bool isCalled = false;
  for (const llvm::Function *callee : callees(call)) {
    isCalled = true;
    Passed one{before, LockState()};
    if (const auto operation = operationOf(*callee);
        operation &&
        (operation->argument == LockOperation::atomic || operation->argument < call.arg_size())) {
      operate(*operation, call, one, summary);
      one.thrown = before;
      one.thrown.unite(one.usual, bound);
    } else if (!callee->isDeclaration()) {
      runFunction(*callee, call, one, summary);
    } else {
      one.thrown = before;
      const auto acts = behaviourOf(callee->getName()).acts;
      if (callee->hasFnAttribute(llvm::Attribute::ReturnsTwice) ||
          std::ranges::any_of(acts,
                              [](const auto &act) { return act.kind == LibraryAct::SetJump; }))
        jumpBack(one.usual);
      if (bound == Bound::Least && givenAway.contains(&call)) {
        jumpBack(one.usual);
        one.thrown = one.usual;
      }
    }
    all.usual.unite(one.usual, bound);
    all.thrown.unite(one.thrown, bound);
  }
  if (isCalled)
    to = std::move(all);
  else
    to.thrown = before;
  if (call.doesNotReturn())
    to.usual = LockState();
  if (!llvm::isa<llvm::InvokeInst>(call))
    summary.thrown.unite(to.thrown, bound);
}

void LockFlow::operate(const LockOperation &operation, const llvm::CallBase &call, Passed &to,
                       Summary &summary) {
  const LockKeyId key = keyOf(operation, call);
  LockState &state = to.usual;
  LockChange take = LockChange::taken();
  // A second time counts unless the function only says that it is the second time.
  const bool mayRefuse =
      operation.hasModes ? operation.mode == LockMode::Exclusive : mayCheckErrors;
  // Otherwise all goes well, so that no locks are taken in order to tell of an error.
  const bool isSure = bound == Bound::Most && !operation.hasModes && !mayCheckErrors &&
                      operation.kind != LockOperation::Try &&
                      operation.kind != LockOperation::Wait && !call.use_empty();
  if (isSure)
    state.exclude(call, /*isZero=*/false);
  if (bound == Bound::Least && mayRefuse)
    take = {0, 1};
  switch (operation.kind) {
  case LockOperation::Acquire:
    return state.apply(key, take, &call, bound);
  case LockOperation::Try: {
    LockState held = state;
    held.apply(key, LockChange::taken(), &call, bound);
    const LockState without = state;
    state.unite(held, bound);
    if (knowsFacts)
      tellApart(call, state, held, without);
    return;
  }
  case LockOperation::Release:
    return release(operation, key, call, state, summary);
  case LockOperation::Wait:
    summary.broken.insert(key);
    if (bound == Bound::Most)
      return;
    for (const LockEntry &entry : llvm::SmallVector<LockEntry, 4>(state.locks))
      if (entry.change.least > 0 && (entry.key == key || keys.mayAlias(entry.key, key)))
        state.set({entry.key, entry.change, {&call, false}});
  }
}

void LockFlow::release(const LockOperation &operation, LockKeyId key, const llvm::CallBase &call,
                       LockState &state, Summary &summary) {
  const auto drop = [&](LockKeyId one) {
    const bool isWriting = operation.hasModes && keys[one].mode == LockMode::Exclusive;
    const bool isAll = isWriting && bound == Bound::Least;
    state.apply(one, isAll ? LockChange::lost() : LockChange::dropped(), &call, bound);
  };
  llvm::SmallVector<LockKeyId, 2> names{key};
  if (operation.hasModes)
    names.push_back(keys.withMode(key, LockMode::Reading));
  for (const LockKeyId name : names) {
    summary.released.insert(name);
    summary.broken.insert(name);
  }
  if (bound == Bound::Least) {
    for (const LockKeyId other : mentioned(state))
      if (!llvm::is_contained(names, other) && keys.mayAlias(other, key))
        drop(other);
  }
  for (const LockKeyId name : names)
    drop(name);
}

/// What the call does for either result becomes what is known should it be that one.
void LockFlow::tellApart(const llvm::CallBase &call, LockState &state, const LockState &zero,
                         const LockState &nonzero) const {
  for (const auto &[outcome, isZero] : {std::pair(&zero, true), std::pair(&nonzero, false)}) {
    if (!outcome->isReached) {
      state.exclude(call, isZero);
      continue;
    }
    std::set<LockKeyId> all;
    for (const LockEntry &entry : outcome->locks)
      all.insert(entry.key);
    for (const LockEntry &entry : state.locks)
      all.insert(entry.key);
    for (const LockKeyId key : all)
      if (const LockEntry entry = outcome->at(key); entry != state.at(key))
        state.addFact(call, isZero, entry);
  }
}

/// The state behind a call that does `done` to the locks it knows.
LockState LockFlow::behindCall(const LockState &before, const LockState &done,
                               const llvm::CallBase &call) {
  if (!done.isReached)
    return {};
  LockState after = before;
  if (done.isLost && bound == Bound::Least) {
    after = LockState::begin();
    after.isLost = true;
  }
  std::set<LockKeyId> met;
  for (const LockEntry &entry : done.locks) {
    const auto [key, isKnown] = keys.inCaller(entry.key, call);
    if (bound == Bound::Least) {
      if (!isKnown)
        continue; // What it may have released was told apart.
      // Two names of one lock: in which order they came is not known any more.
      const bool isSecond = !met.insert(key).second;
      after.apply(key, isSecond ? LockChange::lost() : entry.change, &call, bound);
      continue;
    }
    LockChange change = entry.change;
    if (!isKnown || !met.insert(key).second)
      change = {std::max(change.shift, 0), std::max(change.least, 0)};
    // Nothing surely releases it again, so how often it is held does not matter.
    if (keys[key].kind == LockKey::Vague && change.applied(0) > 0)
      change = {LockChange::far, LockChange::far};
    if (change != LockChange())
      after.apply(key, change, &call, bound);
  }
  return after;
}

void LockFlow::runFunction(const llvm::Function &callee, const llvm::CallBase &call, Passed &to,
                           Summary &summary) {
  if (!concerned.contains(&callee)) {
    to.thrown = to.usual;
    const auto *end = llvm::dyn_cast<llvm::ReturnInst>(callee.getEntryBlock().getTerminator());
    const auto *result =
        end ? llvm::dyn_cast_or_null<llvm::ConstantInt>(end->getReturnValue()) : nullptr;
    if (result && knowsFacts)
      to.usual.exclude(call, !result->isZero());
    return;
  }
  const auto found = summaries.find(&callee);
  LockState before = to.usual;
  to = Passed();
  if (found == summaries.end())
    return;
  const Summary &done = found->second;
  const std::set<LockKeyId> mine =
      bound == Bound::Least ? mentioned(before) : std::set<LockKeyId>();
  for (const LockKeyId key : done.released) {
    const LockKeyId here = keys.inCaller(key, call).key;
    summary.released.insert(here);
    for (const LockKeyId other : mine)
      if (other != here && keys.mayAlias(other, here))
        before.apply(other, LockChange::lost(), &call, bound);
  }
  to.usual = behindCall(before, done.normal, call);
  to.thrown = behindCall(before, done.thrown, call);
  if (knowsFacts && call.getType()->isIntegerTy() && to.usual.isReached)
    tellApart(call, to.usual, behindCall(before, done.zero, call),
              behindCall(before, done.nonzero, call));
  for (const LockKeyId key : done.broken) {
    const LockKeyId here = keys.inCaller(key, call).key;
    summary.broken.insert(here);
    if (bound == Bound::Least)
      for (LockState *state : {&to.usual, &to.thrown})
        if (state->isReached && state->at(here).change.least > 0)
          state->set({here, state->at(here).change, {&call, false}});
  }
}

/// Control may have come here by a jump, from wherever; or who knows what was done to locks.
void LockFlow::jumpBack(LockState &state) {
  if (bound == Bound::Least) {
    state = LockState::begin();
    state.isLost = true;
    return;
  }
  for (const LockKeyId key : taken)
    state.apply(key, {LockChange::far, LockChange::far}, nullptr, bound);
}

} // namespace heddle::analysis
