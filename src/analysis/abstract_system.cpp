#include "analysis/abstract_system.h"

#include "analysis/lock_operations.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {

namespace {

constexpr std::size_t mostOperands = 200; ///< That a condition is followed through.
constexpr std::size_t mostCallees = 40;   ///< That a library call is followed into.

/// Blocks that control can come from to a block, or go to; the block itself only by a loop.
using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 16>;

template <class Next> Blocks spread(const llvm::BasicBlock &from, Next next) {
  Blocks found;
  std::vector<const llvm::BasicBlock *> work = {&from};
  while (!work.empty()) {
    const llvm::BasicBlock *block = work.back();
    work.pop_back();
    for (const llvm::BasicBlock *one : next(block))
      if (found.insert(one).second)
        work.push_back(one);
  }
  return found;
}

Blocks before(const llvm::BasicBlock &block) {
  return spread(block, [](const llvm::BasicBlock *one) { return llvm::predecessors(one); });
}
Blocks behind(const llvm::BasicBlock &block) {
  return spread(block, [](const llvm::BasicBlock *one) { return llvm::successors(one); });
}

/// Whether control can come from one instruction to another one of its function.
bool isPath(const llvm::Instruction &from, const llvm::Instruction &to) {
  if (from.getFunction() != to.getFunction())
    return false;
  return (from.getParent() == to.getParent() && from.comesBefore(&to)) ||
         behind(*from.getParent()).contains(to.getParent());
}

/// Whether it makes a thread, and the read is of something else than the thread's handle.
bool onlyCreates(const AbstractFacts &facts, const llvm::Instruction &at,
                 const llvm::Instruction &read) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&read);
  return call && load && call->arg_size() > 0 &&
         facts.program.location(facts.program.locationOf(at)).kind == program::OpKind::Create &&
         !facts.pointers.mayAlias({call->getArgOperand(0), 8}, {load->getPointerOperand(), 8});
}

/// Whether what the call does with locks is to take one, or to let one go.
void gatherLocks(const AbstractFacts &facts, const llvm::CallBase &call,
                 llvm::SetVector<const llvm::Function *> &seen, bool &acquires, bool &releases) {
  for (const llvm::Function *callee : facts.pointers.callees(call)) {
    if (const auto operation = lockOperationOf(facts.program, *callee)) {
      acquires |= operation->kind != LockOperation::Release;
      releases |=
          operation->kind == LockOperation::Release || operation->kind == LockOperation::Wait;
      continue;
    }
    const auto id = facts.program.functionOf(*callee);
    if (!id || !facts.program.functions()[*id].isModel || seen.size() >= mostCallees ||
        !seen.insert(callee))
      continue;
    for (const llvm::Instruction &each : llvm::instructions(*callee))
      if (const auto *inner = llvm::dyn_cast<llvm::CallBase>(&each);
          inner && !llvm::isa<llvm::IntrinsicInst>(inner))
        gatherLocks(facts, *inner, seen, acquires, releases);
  }
}

/// Whether two lock operations may be on the same lock; yes where a library hides it.
bool mayMatch(const AbstractFacts &facts, const llvm::Instruction &one,
              const llvm::Instruction &other) {
  const auto lockOf = [](const llvm::Instruction &at) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
    return call && call->arg_size() == 1 ? call->getArgOperand(0) : nullptr;
  };
  const llvm::Value *a = lockOf(one);
  const llvm::Value *b = lockOf(other);
  if (!a || !b || !a->getType()->isPointerTy() || !b->getType()->isPointerTy())
    return true;
  return a == b || facts.pointers.mayAlias({a, 1}, {b, 1});
}

} // namespace

const llvm::Instruction &startOf(const llvm::BasicBlock &block) {
  for (const llvm::Instruction &instruction : block)
    if (!llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::LandingPadInst, llvm::DbgInfoIntrinsic,
                   llvm::LifetimeIntrinsic>(instruction))
      return instruction;
  return block.back();
}

const llvm::Instruction &startOf(const llvm::Function &function) {
  return startOf(function.getEntryBlock());
}

LockEffect lockEffectOf(const AbstractFacts &facts, const llvm::Instruction &at) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
  if (!call || llvm::isa<llvm::IntrinsicInst>(call))
    return LockEffect::None;
  bool acquires = false;
  bool releases = false;
  llvm::SetVector<const llvm::Function *> seen;
  gatherLocks(facts, *call, seen, acquires, releases);
  return acquires == releases ? LockEffect::None
         : acquires           ? LockEffect::Acquires
                              : LockEffect::Releases;
}

AbstractSystem::AbstractSystem(const AbstractFacts &given)
    : facts(given), calls(given.program, given.pointers) {}

PlaceId AbstractSystem::put(const llvm::Instruction &at, std::uint8_t roles) {
  const auto [known, isNew] = byInstruction.try_emplace(&at, static_cast<PlaceId>(all.size()));
  if (isNew) {
    all.push_back({&at, 0, now});
    work.push_back(known->second);
  }
  if (((all[known->second].roles ^ roles) & roles & AbstractBranch) != 0 && !isNew)
    work.push_back(known->second); // What it asks matters from now on.
  all[known->second].roles |= roles;
  return known->second;
}

PlaceId AbstractSystem::add(const llvm::Instruction &at, AbstractRole role, unsigned refinement) {
  now = refinement;
  if (all.empty()) {
    put(startOf(facts.program.entry()), AbstractStart);
    for (const llvm::Function *routine : facts.pointers.threadRoutines())
      if (!routine->isDeclaration())
        put(startOf(*routine), AbstractStart);
  }
  const PlaceId id = put(at, role);
  addCalls(*at.getFunction());
  while (!work.empty()) {
    const PlaceId next = work.back();
    work.pop_back();
    const llvm::Instruction &place = *all[next].at;
    addBranches(place);
    if (all[next].is(AbstractBranch))
      addDefinitions(place);
    addLocks(place);
  }
  return id;
}

/// Equation 1.
void AbstractSystem::addCalls(const llvm::Function &target) {
  llvm::SetVector<const llvm::Function *> onTheWay;
  onTheWay.insert(&target);
  for (std::size_t i = 0; i < onTheWay.size(); ++i) {
    put(startOf(*onTheWay[i]), AbstractStart);
    for (const llvm::Instruction *call : calls.of(*onTheWay[i])) {
      if (llvm::isa<llvm::IntrinsicInst>(call))
        continue;
      put(*call, AbstractCall);
      onTheWay.insert(call->getFunction());
    }
  }
}

/// Equation 2: branches with a side on which the instruction hangs, and the beginning of that side.
void AbstractSystem::addBranches(const llvm::Instruction &at) {
  // The tree takes the function as one that it might change, and does not.
  const llvm::PostDominatorTree tree(const_cast<llvm::Function &>(*at.getFunction()));
  const llvm::BasicBlock *block = at.getParent();
  for (const llvm::BasicBlock &one : *at.getFunction()) {
    const llvm::Instruction *branch = one.getTerminator();
    if (branch->getNumSuccessors() < 2 || llvm::isa<llvm::InvokeInst>(branch) ||
        (tree.dominates(block, &one) && block != &one))
      continue;
    for (const llvm::BasicBlock *side : llvm::successors(&one)) {
      if (!tree.dominates(block, side))
        continue;
      put(*branch, AbstractBranch);
      put(startOf(*side), AbstractSide);
    }
  }
}

/// What a library reads of memory that is not its own stack, when it is called there.
std::vector<const llvm::Instruction *>
AbstractSystem::libraryReads(const llvm::CallBase &call) const {
  llvm::SetVector<const llvm::Function *> called;
  const auto enter = [&](const llvm::CallBase &by) {
    for (const llvm::Function *callee : facts.pointers.callees(by))
      if (!callee->isDeclaration() && calls.isLibrary(*callee) && called.size() < mostCallees)
        called.insert(callee);
  };
  enter(call);
  std::vector<const llvm::Instruction *> reads;
  for (std::size_t i = 0; i < called.size(); ++i)
    for (const llvm::Instruction &each : llvm::instructions(*called[i])) {
      if (const auto *inner = llvm::dyn_cast<llvm::CallBase>(&each);
          inner && !llvm::isa<llvm::IntrinsicInst>(inner))
        enter(*inner);
      const auto *load = llvm::dyn_cast<llvm::LoadInst>(&each);
      if (load &&
          !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand())))
        reads.push_back(load);
    }
  return reads;
}

std::vector<const llvm::Instruction *>
AbstractSystem::readsOf(const llvm::Instruction &branch) const {
  llvm::SetVector<const llvm::Instruction *> seen;
  llvm::SetVector<const llvm::Instruction *> reads;
  seen.insert(&branch);
  for (std::size_t i = 0; i < seen.size() && i < mostOperands; ++i) {
    if (seen[i]->mayReadFromMemory() && !facts.dependence.writers(*seen[i]).empty())
      reads.insert(seen[i]);
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(seen[i]);
        call && !llvm::isa<llvm::IntrinsicInst>(call) &&
        (call == &branch || !call->getType()->isVoidTy()) && !calls.isLibrary(*call->getFunction()))
      for (const llvm::Instruction *read : libraryReads(*call))
        if (!facts.dependence.writers(*read).empty())
          reads.insert(read);
    // `a && b` is a phi: what led there decides it too.
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(seen[i]))
      for (const llvm::BasicBlock *from : phi->blocks())
        if (!llvm::isa<llvm::InvokeInst>(from->getTerminator())) // That decides nothing.
          seen.insert(from->getTerminator());
    if (!llvm::isa<llvm::LoadInst>(seen[i])) // Where it reads is another question.
      for (const llvm::Instruction *operand : facts.dependence.operands(*seen[i]))
        seen.insert(operand);
  }
  return {reads.begin(), reads.end()};
}

std::vector<const llvm::Instruction *> AbstractSystem::usersOf(const llvm::Instruction &at) {
  if (!calls.isLibrary(*at.getFunction()))
    return {&at};
  const CallSites::Calls &users = calls.usersOf(*at.getFunction());
  return {users.begin(), users.end()};
}

std::vector<const llvm::Instruction *>
AbstractSystem::definitionsOf(const llvm::Instruction &branch) {
  llvm::SetVector<const llvm::Instruction *> found;
  for (const llvm::Instruction *read : readsOf(branch))
    for (const llvm::Instruction *writer : facts.dependence.writers(*read))
      for (const llvm::Instruction *user : usersOf(*writer))
        if (user == writer ? !onlyCreates(facts, *user, *read)
                           // Locks write nothing that a branch asks, whatever they may touch.
                           : user != &branch && lockEffectOf(facts, *user) == LockEffect::None)
          found.insert(user);
  return {found.begin(), found.end()};
}

AbstractSystem::Relevant AbstractSystem::relevant() {
  const auto count = static_cast<unsigned>(facts.program.locations().size());
  Relevant found{llvm::BitVector(count), llvm::BitVector(count)};
  for (const AbstractPlace &place : all) {
    if (!place.is(AbstractBranch) || calls.isLibrary(*place.at->getFunction()))
      continue;
    for (const llvm::Instruction *read : readsOf(*place.at))
      for (const llvm::Instruction *user : usersOf(*read))
        found.reads.set(facts.program.locationOf(*user));
    for (const llvm::Instruction *definition : definitionsOf(*place.at))
      found.writes.set(facts.program.locationOf(*definition));
  }
  for (const AbstractPlace &place : all)
    if (place.is(AbstractDefinition))
      found.writes.set(facts.program.locationOf(*place.at));
  return found;
}

/// Equation 3, in the branch's own function.
void AbstractSystem::addDefinitions(const llvm::Instruction &branch) {
  for (const llvm::Instruction *writer : definitionsOf(branch))
    if (isPath(*writer, branch))
      put(*writer, AbstractDefinition);
}

/// Equation 4.
void AbstractSystem::addLocks(const llvm::Instruction &at) {
  const llvm::BasicBlock &block = *at.getParent();
  const Blocks above = before(block);
  std::vector<const llvm::Instruction *> acquired;
  std::vector<const llvm::Instruction *> released;
  for (const llvm::Instruction &each : llvm::instructions(*at.getFunction())) {
    if (!llvm::isa<llvm::CallBase>(each) || llvm::isa<llvm::IntrinsicInst>(each))
      continue;
    switch (lockEffectOf(facts, each)) {
    case LockEffect::None:
      break;
    case LockEffect::Acquires:
      if (above.contains(each.getParent()) ||
          (each.getParent() == &block && each.comesBefore(&at)) || &each == &at)
        acquired.push_back(&each);
      break;
    case LockEffect::Releases:
      released.push_back(&each);
      break;
    }
  }
  for (const llvm::Instruction *lock : acquired)
    put(*lock, AbstractAcquire);
  for (const llvm::Instruction *unlock : released)
    if (std::ranges::any_of(acquired, [&](const llvm::Instruction *lock) {
          return isPath(*lock, *unlock) && mayMatch(facts, *lock, *unlock);
        }))
      put(*unlock, AbstractRelease);
}

/// Places that control comes to next, with no other between.
std::vector<PlaceId> AbstractSystem::growFrom(PlaceId id) const {
  const llvm::Instruction *at = all[id].at;
  std::vector<PlaceId> next;
  const auto firstIn = [&](llvm::BasicBlock::const_iterator from,
                           llvm::BasicBlock::const_iterator to) {
    for (; from != to; ++from)
      if (const auto found = byInstruction.find(&*from); found != byInstruction.end()) {
        if (std::ranges::find(next, found->second) == next.end())
          next.push_back(found->second);
        return true;
      }
    return false;
  };
  const llvm::BasicBlock *block = at->getParent();
  if (firstIn(std::next(at->getIterator()), block->end()))
    return next;
  Blocks seen;
  std::vector<const llvm::BasicBlock *> pending = {block};
  while (!pending.empty()) {
    block = pending.back();
    pending.pop_back();
    for (const llvm::BasicBlock *one : llvm::successors(block))
      if (seen.insert(one).second && !firstIn(one->begin(), one->end()))
        pending.push_back(one);
  }
  std::ranges::sort(next);
  return next;
}

std::vector<std::pair<PlaceId, PlaceId>> AbstractSystem::edges() const {
  std::vector<std::pair<PlaceId, PlaceId>> found;
  for (PlaceId id = 0; id < all.size(); ++id) {
    if (all[id].is(AbstractCall)) // Equation 6.
      for (const llvm::Function *callee :
           facts.pointers.callees(llvm::cast<llvm::CallBase>(*all[id].at)))
        if (!callee->isDeclaration())
          if (const auto start = byInstruction.find(&startOf(*callee));
              start != byInstruction.end())
            found.emplace_back(id, start->second);
    for (const PlaceId next : growFrom(id)) // Equation 5.
      found.emplace_back(id, next);
  }
  return found;
}

std::size_t AbstractSystem::callsOf(const AbstractTrace &trace) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(trace, [&](PlaceId id) { return all[id].is(AbstractCall); }));
}

} // namespace heddle::analysis
