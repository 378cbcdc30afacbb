#include "analysis/lock_flow.h"

#include "analysis/decided.h"
#include "analysis/library.h"
#include "analysis/lock_passed.h"
#include "analysis/parts.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::analysis {

namespace {

/// What a mutex has in its fifth word that refuses to be locked twice.
constexpr std::uint64_t errorChecking = 2;
constexpr unsigned typeWord = 4;

bool isErrorChecking(const llvm::Constant &constant) {
  if (const auto *parts = llvm::dyn_cast<llvm::ConstantStruct>(&constant);
      parts && parts->getNumOperands() > typeWord)
    if (const auto *type = llvm::dyn_cast<llvm::ConstantInt>(parts->getOperand(typeWord));
        type && type->getValue() == errorChecking)
      return true;
  if (!llvm::isa<llvm::ConstantAggregate>(constant))
    return false;
  return llvm::any_of(constant.operands(), [](const llvm::Use &part) {
    return isErrorChecking(llvm::cast<llvm::Constant>(*part));
  });
}

/// The same of a lock in the variable, whatever type that has.
bool isErrorChecking(const llvm::GlobalVariable &variable, const Target &lock) {
  const llvm::DataLayout &layout = variable.getParent()->getDataLayout();
  llvm::Type *word = llvm::Type::getInt32Ty(variable.getContext());
  const auto size =
      static_cast<std::int64_t>(layout.getTypeAllocSize(variable.getValueType()).getFixedValue());
  constexpr std::int64_t mostLocks = 4096;
  const auto step = static_cast<std::int64_t>(lock.stride);
  if (step && size / step > mostLocks)
    return true;
  for (std::int64_t at = step ? lock.offset % step : lock.offset; at >= 0 && at < size;
       at += step) {
    const auto *type = llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::ConstantFoldLoadFromConst(
        const_cast<llvm::Constant *>(variable.getInitializer()), word,
        llvm::APInt(64, static_cast<std::uint64_t>(at) + std::uint64_t{typeWord} * 4), layout));
    if (type && (type->getZExtValue() & 0xFF) == errorChecking)
      return true;
    if (!step)
      break;
  }
  return false;
}

/// Whether some mutex may answer a second lock with an error. Of those that are made as the program
/// runs, their attributes say.
bool hasErrorChecking(const PointsTo &pointers) {
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || call->arg_size() != 2)
        continue;
      for (const llvm::Function *callee : pointers.callees(*call)) {
        const auto *type = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
        if (callee->getName() == "pthread_mutexattr_settype" &&
            (!type || type->getValue() == errorChecking))
          return true;
      }
    }
  return llvm::any_of(pointers.reachable().front()->getParent()->globals(),
                      [](const llvm::GlobalVariable &global) {
                        return global.hasInitializer() && isErrorChecking(*global.getInitializer());
                      });
}

/// Whether nobody knows what the function does.
bool isUnknown(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  return function.isDeclaration() && !function.isIntrinsic() && !behaviourOf(name).isKnown &&
         !program::isConvention(name);
}

/// Destructors of guards that look whether they own their mutex. Without it they have released it
/// before, unless it was taken from them, and then they were told to forget it.
bool endsGuard(const llvm::Function &function) {
  const llvm::StringRef name = program::originalName(function.getName());
  return (name.starts_with("_ZNSt11unique_lockI") || name.starts_with("_ZNSt11shared_lockI")) &&
         !name.contains("recursive") && (name.ends_with("ED1Ev") || name.ends_with("ED2Ev"));
}

} // namespace

LockFlow::LockFlow(const program::Program &program, const PointsTo &pointers,
                   const Threads &threads, Bound bound)
    : program(program), pointers(pointers), threads(threads), bound(bound),
      keys(pointers, threads, bound == Bound::Least ? Loads::Each : Loads::ByAddress) {
  findConcerned();
  mayCheckErrors = hasErrorChecking(pointers);
  for (const LockKeyId key : taken)
    for (const Target &target : keys[key].targets)
      if (const auto *variable =
              llvm::dyn_cast_or_null<llvm::GlobalVariable>(pointers.object(target.object).value);
          variable && variable->hasInitializer())
        mayCheckErrors = mayCheckErrors || isErrorChecking(*variable, target);
  follow();
  bring();
}

std::optional<LockOperation> LockFlow::operationOf(const llvm::Function &function) const {
  const auto found = operations.find(&function);
  return found == operations.end() ? std::nullopt : std::optional(found->second);
}

llvm::SmallSetVector<const llvm::Function *, 4>
LockFlow::callees(const llvm::CallBase &call) const {
  llvm::SmallSetVector<const llvm::Function *, 4> result;
  for (const llvm::Function *callee : pointers.callees(call)) {
    result.insert(callee);
    if (!callee->isDeclaration())
      continue;
    for (const LibraryAct &act : behaviourOf(callee->getName()).acts)
      if (act.kind == LibraryAct::Call && act.a < call.arg_size())
        for (const ObjectId id : pointers.objectsOf(*call.getArgOperand(act.a)))
          if (pointers.object(id).kind == ObjectKind::Function)
            result.insert(llvm::cast<llvm::Function>(pointers.object(id).value));
  }
  return result;
}

void LockFlow::findConcerned() {
  std::vector<const llvm::Function *> found;
  const auto concern = [&](const llvm::Function &function) {
    if (concerned.insert(&function).second)
      found.push_back(&function);
  };
  std::vector<const llvm::CallBase *> takes;
  std::vector<const llvm::CallBase *> unknown;
  for (const llvm::Function *function : pointers.reachable()) {
    const auto id = program.functionOf(*function);
    if (id && program.functions()[*id].isAtomic)
      concern(*function);
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call)
        continue;
      for (const llvm::Function *callee : callees(*call)) {
        callers[callee].insert(function);
        if (const auto operation = lockOperationOf(program, *callee)) {
          operations[callee] = *operation;
          concern(*function);
          if (operation->kind == LockOperation::Acquire || operation->kind == LockOperation::Try)
            takes.push_back(call);
        } else if (isUnknown(*callee)) {
          unknown.push_back(call);
        }
      }
    }
    if (threads.isCalledBack(*function))
      calledBack.push_back(function);
  }
  for (const llvm::CallBase *call : takes)
    for (const llvm::Function *callee : callees(*call))
      if (const auto operation = operationOf(*callee);
          operation && operation->argument < call->arg_size())
        taken.push_back(keys.vague(keyOf(*operation, *call)));
  for (const llvm::CallBase *call : unknown)
    if (handsOutLocks(*call)) {
      givenAway.insert(call);
      concern(*call->getFunction());
    }
  // NOLINTNEXTLINE(modernize-loop-convert): it grows meanwhile.
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const llvm::Function *caller : callers[found[i]])
      concern(*caller);
  sortFunctions();
}

/// Whether what is called can come to a lock by what it is handed.
bool LockFlow::handsOutLocks(const llvm::CallBase &call) const {
  llvm::DenseSet<ObjectId> locks;
  for (const LockKeyId key : taken)
    for (const Target &target : keys[key].targets)
      locks.insert(target.object);
  bool result = false;
  for (const llvm::Use &argument : call.args())
    forEachPart({argument.get(), MemoryTouch::anySize, MemoryTouch::Extent::Onward, true}, pointers,
                [&](ObjectId object, const Footprint &) { result |= locks.contains(object); });
  return result;
}

/// Callees first, as far as there are no cycles.
void LockFlow::sortFunctions() {
  llvm::DenseSet<const llvm::Function *> seen;
  std::vector<std::pair<const llvm::Function *, std::size_t>> path;
  const auto enter = [&](const llvm::Function &function) {
    if (!function.isDeclaration() && concerned.contains(&function) && seen.insert(&function).second)
      path.emplace_back(&function, 0);
  };
  for (const llvm::Function *root : pointers.reachable()) {
    enter(*root);
    while (!path.empty()) {
      const llvm::Function *function = path.back().first;
      const std::size_t next = path.back().second++;
      const std::vector<CallSite> &sites = callsIn(*function);
      if (next < sites.size()) {
        for (const llvm::Function *callee : sites[next].callees)
          enter(*callee);
        continue;
      }
      functions.push_back(function);
      path.pop_back();
    }
  }
}

void LockFlow::follow() {
  llvm::DenseSet<const llvm::Function *> waiting(functions.begin(), functions.end());
  while (!waiting.empty())
    for (const llvm::Function *function : functions) // Callees first, so that most are seen once.
      if (waiting.erase(function) && followFunction(*function))
        for (const llvm::Function *caller : callers[function])
          if (concerned.contains(caller))
            waiting.insert(caller);
  blocks.clear();
  passing.clear();
  for (const llvm::Function *function : functions)
    record(*function);
}

LockState LockFlow::startOf(const llvm::Function &function) const {
  LockState start = LockState::begin();
  const auto id = program.functionOf(function);
  if (id && program.functions()[*id].isAtomic)
    start.apply(keys.atomic(), LockChange::taken(), nullptr, bound);
  return start;
}

/// Whether the summary is new.
bool LockFlow::followFunction(const llvm::Function &function) {
  Summary summary;
  for (const llvm::BasicBlock &block : function) {
    blocks.erase(&block);
    passing.erase(&block);
  }
  knowsFacts = true;
  work.clear();
  blocks[&function.getEntryBlock()] = startOf(function);
  work.insert(&function.getEntryBlock());
  std::size_t visits = 0;
  constexpr std::size_t mostRounds = 20;
  while (!work.empty()) {
    // What is known of values may come and go; in the end it is left out.
    if (++visits > mostRounds * (function.size() + 1))
      knowsFacts = false;
    const llvm::BasicBlock &block = *work.pop_back_val();
    Passed at{blocks.lookup(&block), LockState()};
    if (!knowsFacts)
      at.usual.facts.clear();
    for (const llvm::Instruction &instruction : block)
      pass(instruction, at, summary);
    leave(block, at, summary);
  }
  if (startOf(function) != LockState::begin())
    for (LockState *end : {&summary.normal, &summary.zero, &summary.nonzero, &summary.thrown})
      if (end->isReached)
        end->apply(keys.atomic(), LockChange::dropped(), nullptr, bound);
  for (LockState *end : {&summary.normal, &summary.zero, &summary.nonzero, &summary.thrown})
    end->facts.clear();
  const auto [known, isFirst] = summaries.try_emplace(&function);
  Summary &old = known->second;
  const Summary before = old;
  old.normal.unite(summary.normal, bound);
  old.zero.unite(summary.zero, bound);
  old.nonzero.unite(summary.nonzero, bound);
  old.thrown.unite(summary.thrown, bound);
  old.released.merge(summary.released);
  old.broken.merge(summary.broken);
  return isFirst || old.normal != before.normal || old.zero != before.zero ||
         old.nonzero != before.nonzero || old.thrown != before.thrown ||
         old.released != before.released || old.broken != before.broken;
}

void LockFlow::leave(const llvm::BasicBlock &block, const Passed &after, Summary &summary) {
  const llvm::Instruction &last = *block.getTerminator();
  const auto side = [&](const Test &test, Test::Outcome outcome) {
    LockState state = after.usual;
    if (state.isReached && knowsFacts && outcome != Test::Nothing)
      state.learn(*test.value, outcome == Test::Zero);
    return state;
  };
  if (const auto *end = llvm::dyn_cast<llvm::ReturnInst>(&last)) {
    summary.normal.unite(after.usual, bound);
    const llvm::Value *result = end->getReturnValue();
    if (!result || !result->getType()->isIntegerTy() || !after.usual.isReached)
      return;
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(result))
      return (constant->isZero() ? summary.zero : summary.nonzero).unite(after.usual, bound);
    const Test test = testOf(*result);
    summary.nonzero.unite(side(test, test.ifTrue), bound);
    summary.zero.unite(side(test, test.ifFalse), bound);
    return;
  }
  if (llvm::isa<llvm::ResumeInst>(last))
    return summary.thrown.unite(after.usual, bound);
  if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&last)) {
    goTo(block, *invoke->getNormalDest(), after.usual);
    goTo(block, *invoke->getUnwindDest(), after.thrown);
    return;
  }
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&last);
      branch && branch->isConditional()) {
    const Test test = testOf(*branch->getCondition());
    goTo(block, *branch->getSuccessor(0), side(test, test.ifTrue));
    const bool isOwner =
        bound == Bound::Most && block.isEntryBlock() && endsGuard(*block.getParent());
    if (!isOwner)
      goTo(block, *branch->getSuccessor(1), side(test, test.ifFalse));
    return;
  }
  if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&last)) {
    const Test test = testOf(*choice->getCondition());
    bool hasZero = false;
    for (const auto &one : choice->cases()) {
      hasZero |= one.getCaseValue()->isZero();
      goTo(block, *one.getCaseSuccessor(),
           side(test, one.getCaseValue()->isZero() ? test.ifFalse : test.ifTrue));
    }
    goTo(block, *choice->getDefaultDest(), side(test, hasZero ? test.ifTrue : Test::Nothing));
    return;
  }
  for (const llvm::BasicBlock *next : llvm::successors(&block))
    goTo(block, *next, after.usual);
}

void LockFlow::goTo(const llvm::BasicBlock &from, const llvm::BasicBlock &to, LockState state) {
  if (!state.isReached)
    return;
  llvm::SmallVector<const llvm::BasicBlock *, 4> passed;
  const Way way = decidedWay({&from, &to}, passed);
  const llvm::BasicBlock *last = &from;
  for (const llvm::BasicBlock *block : passed) {
    enter(*last, *block, state);
    passing[block].unite(state, bound);
    last = block;
  }
  enter(*way.from, *way.to, state);
  const auto [known, isFirst] = blocks.try_emplace(way.to);
  const LockState old = known->second;
  known->second.unite(state, bound);
  if (isFirst || old != known->second)
    work.insert(way.to);
}

/// What is known of values on the way into a block.
void LockFlow::enter(const llvm::BasicBlock &from, const llvm::BasicBlock &to,
                     LockState &state) const {
  const LockState before = state;
  for (const llvm::PHINode &phi : to.phis()) {
    if (!phi.getType()->isIntegerTy() || !knowsFacts)
      continue;
    state.forget(phi);
    const llvm::Value *value = phi.getIncomingValueForBlock(&from);
    if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      state.exclude(phi, !constant->isZero());
      continue;
    }
    const Test test = testOf(*value);
    for (const LockFact &fact : before.facts)
      for (const bool isZero : {false, true})
        if (fact.value == test.value &&
            (isZero ? test.ifFalse : test.ifTrue) == (fact.isZero ? Test::Zero : Test::NotZero))
          state.facts.push_back({&phi, isZero, fact.entry});
  }
  llvm::erase_if(state.facts, [&](const LockFact &fact) {
    const auto *value = llvm::dyn_cast<llvm::Instruction>(fact.value);
    return value && value->getParent() != &to && !isAskedElsewhere(*value);
  });
}

void LockFlow::record(const llvm::Function &function) {
  followFunction(function);
  Summary unused;
  for (const llvm::BasicBlock &block : function) {
    LockState before = blocks.lookup(&block);
    before.unite(passing.lookup(&block), bound);
    if (!before.isReached)
      continue;
    std::vector<Point> &list = points[&block];
    Passed at{before, LockState()};
    at.usual.facts.clear();
    list.push_back({nullptr, at.usual});
    at.usual = std::move(before);
    for (const llvm::Instruction &instruction : block) {
      pass(instruction, at, unused);
      LockState plain = at.usual;
      plain.facts.clear();
      if (plain != list.back().state)
        list.push_back({&instruction, std::move(plain)});
    }
  }
}

const LockState &LockFlow::stateAt(const llvm::Instruction &at) const {
  if (!concerned.contains(at.getFunction()))
    return untouched;
  const auto found = points.find(at.getParent());
  if (found == points.end())
    return never;
  const std::vector<Point> &list = found->second;
  const auto next = std::partition_point(list.begin() + 1, list.end(), [&](const Point &point) {
    return point.after->comesBefore(&at);
  });
  return std::prev(next)->state;
}

std::vector<Brought> LockFlow::applied(const LockState &state, llvm::ArrayRef<Brought> before,
                                       const llvm::Function &function) {
  std::vector<Brought> result;
  if (!state.isReached)
    return result;
  const auto summary = summaries.find(&function);
  const auto mayBeReleased = [&](LockKeyId key) {
    return bound == Bound::Least && summary != summaries.end() &&
           std::ranges::any_of(summary->second.released, [&](LockKeyId released) {
             return released != key && keys.mayAlias(released, key);
           });
  };
  const auto isBroken = [&](LockKeyId key) {
    return summary != summaries.end() && summary->second.broken.contains(key);
  };
  auto mine = state.locks.begin();
  const auto addMine = [&](const LockEntry &entry, int count, SectionStart outside) {
    int now = entry.change.applied(count);
    if (now > LockChange::cap) // Recursion may take it any number of times.
      now = bound == Bound::Least ? LockChange::cap : LockChange::far;
    if (now > 0)
      result.push_back({entry.key, now, entry.change.least > 0 ? entry.start : outside});
  };
  for (const Brought &one : before) {
    for (; mine != state.locks.end() && mine->key < one.key; ++mine)
      addMine(*mine, 0, {});
    SectionStart start = one.start;
    if (isBroken(one.key))
      start.isMixed = true;
    const int count = mayBeReleased(one.key) ? 0 : one.count;
    if (mine != state.locks.end() && mine->key == one.key)
      addMine(*mine++, count, start);
    else if (count > 0 && !(state.isLost && bound == Bound::Least))
      result.push_back({one.key, count, start});
  }
  for (; mine != state.locks.end(); ++mine)
    addMine(*mine, 0, {});
  return result;
}

bool LockFlow::mayRelease(const llvm::Instruction &instruction, LockKeyId key) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call)
    return false;
  if (givenAway.contains(call))
    return true;
  for (const llvm::Function *callee : callees(*call)) {
    if (const auto operation = operationOf(*callee)) {
      const bool ends =
          operation->kind == LockOperation::Release || operation->kind == LockOperation::Wait;
      if (ends && operation->argument < call->arg_size() &&
          keys.mayAlias(keyOf(*operation, *call), key))
        return true;
    } else if (const auto done = summaries.find(callee); done != summaries.end()) {
      if (done->second.normal.isLost || done->second.thrown.isLost)
        return true;
      for (const LockKeyId broken : done->second.broken)
        if (const LockKeyId here = keys.inCaller(broken, *call).key;
            here == key || keys.mayAlias(here, key))
          return true;
    }
  }
  return false;
}

const std::vector<Brought> *LockFlow::broughtTo(StaticThread thread,
                                                const llvm::Function &function) const {
  const auto found = entries.find({thread, &function});
  return found == entries.end() ? nullptr : &found->second;
}

std::vector<Brought> LockFlow::heldAt(StaticThread thread, const llvm::Instruction &at) {
  const std::vector<Brought> *before = broughtTo(thread, *at.getFunction());
  if (!before)
    return {};
  return applied(stateAt(at), *before, *at.getFunction());
}

/// The thread may call the function while it holds these.
void LockFlow::bringTo(StaticThread thread, const llvm::Function &function,
                       std::vector<Brought> held) {
  if (function.isDeclaration())
    return;
  if (bound == Bound::Least && threads.isCalledBack(function))
    held.clear();
  std::ranges::sort(held, {}, [](const Brought &one) { return std::pair(one.key, -one.count); });
  const auto repeated = std::ranges::unique(held, {}, &Brought::key);
  held.erase(repeated.begin(), repeated.end());
  const auto [known, isFirst] = entries.try_emplace({thread, &function});
  std::vector<Brought> &old = known->second;
  if (isFirst) {
    old = std::move(held);
    toBring.emplace_back(thread, &function);
    return;
  }
  std::vector<Brought> both;
  auto a = old.begin();
  auto b = held.begin();
  while (a != old.end() || b != held.end()) {
    const bool takesA = b == held.end() || (a != old.end() && a->key <= b->key);
    const bool takesB = a == old.end() || (b != held.end() && b->key <= a->key);
    if (takesA && takesB) {
      Brought one = *a;
      one.count =
          bound == Bound::Least ? std::min(a->count, b->count) : std::max(a->count, b->count);
      if (a->start != b->start)
        one.start.isMixed = true;
      both.push_back(one);
    } else if (bound == Bound::Most) {
      both.push_back(takesA ? *a : *b);
    }
    a += takesA;
    b += takesB;
  }
  if (both == old)
    return;
  old = std::move(both);
  toBring.emplace_back(thread, &function);
}

const std::vector<LockFlow::CallSite> &LockFlow::callsIn(const llvm::Function &function) {
  const auto [found, isNew] = calls.try_emplace(&function);
  if (isNew)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        const auto called = callees(*call);
        if (!called.empty())
          found->second.push_back({call, {called.begin(), called.end()}});
      }
  return found->second;
}

void LockFlow::bring() {
  for (StaticThread thread = 0; thread < threads.all().size(); ++thread) {
    bringTo(thread, *threads.all()[thread].routine, {});
    std::vector<Brought> left;
    if (const auto done = summaries.find(threads.all()[thread].routine);
        done != summaries.end() && bound == Bound::Most)
      for (const LockState *end : {&done->second.normal, &done->second.thrown})
        for (const LockEntry &entry : end->locks)
          if (entry.change.applied(0) > 0)
            left.push_back({keys.vague(entry.key), entry.change.applied(0), entry.start});
    for (const llvm::Function *function : calledBack)
      bringTo(thread, *function, left);
  }
  while (!toBring.empty()) {
    const auto [thread, function] = toBring.back();
    toBring.pop_back();
    for (const auto &[call, called] : callsIn(*function)) {
      if (!stateAt(*call).isReached)
        continue;
      const std::vector<Brought> held = heldAt(thread, *call);
      for (const llvm::Function *callee : called) {
        if (callee->isDeclaration() && bound == Bound::Most && callee->doesNotReturn() &&
            !held.empty())
          for (const llvm::Function *other : calledBack)
            bringTo(thread, *other, held);
        if (callee->isDeclaration())
          continue;
        std::vector<Brought> there;
        for (const Brought &one : held) {
          if (const auto key = keys.inCallee(one.key, *call, *callee))
            there.push_back({*key, one.count, one.start});
          else if (bound == Bound::Most)
            there.push_back({keys.vague(one.key), one.count, one.start});
        }
        bringTo(thread, *callee, std::move(there));
      }
    }
  }
}

} // namespace heddle::analysis
