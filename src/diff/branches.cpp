#include "diff/branches.h"

#include "analysis/stops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::diff {

namespace {
constexpr std::size_t mostBlocks = 2'000; ///< Of functions that are looked at.
constexpr unsigned mostCalls = 3;         ///< That a value is followed through.
constexpr std::size_t mostReads = 32;     ///< Of one place.
} // namespace

const Branches::Shape &Branches::shapeOf(const llvm::Function &function) {
  std::unique_ptr<Shape> &shape = shapes[&function];
  if (shape)
    return *shape;
  shape = std::make_unique<Shape>();
  if (function.size() > mostBlocks)
    return *shape;
  for (const llvm::BasicBlock &block : function) {
    shape->number[&block] = static_cast<unsigned>(shape->blocks.size());
    shape->blocks.push_back(&block);
  }
  const auto size = static_cast<unsigned>(shape->blocks.size());
  // Of a function that never returns all counts.
  shape->goesOn.resize(size);
  for (unsigned i = 0; i < size; ++i)
    if (llvm::isa<llvm::ReturnInst>(shape->blocks[i]->getTerminator()))
      shape->goesOn.set(i);
  if (shape->goesOn.none())
    shape->goesOn.set();
  const auto climb = [&](auto &self, unsigned to) -> void {
    for (const llvm::BasicBlock *from : llvm::predecessors(shape->blocks[to]))
      if (const unsigned number = shape->number[from]; !shape->goesOn.test(number)) {
        shape->goesOn.set(number);
        self(self, number);
      }
  };
  const llvm::BitVector ends = shape->goesOn;
  for (const unsigned end : ends.set_bits())
    climb(climb, end);
  shape->reached.assign(size, llvm::BitVector(size));
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = size; i-- > 0;) {
      if (!shape->goesOn.test(i))
        continue;
      llvm::BitVector now = shape->reached[i];
      for (const llvm::BasicBlock *to : llvm::successors(shape->blocks[i]))
        if (const unsigned number = shape->number[to]; shape->goesOn.test(number)) {
          now.set(number);
          now |= shape->reached[number];
        }
      if (now != shape->reached[i]) {
        shape->reached[i] = std::move(now);
        changed = true;
      }
    }
  }
  findBehind(*shape);
  findBefore(*shape);
  return *shape;
}

void Branches::findBehind(Shape &shape) {
  const auto size = static_cast<unsigned>(shape.blocks.size());
  shape.behind.assign(size, llvm::BitVector(size, true));
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = size; i-- > 0;) {
      if (!shape.goesOn.test(i))
        continue;
      llvm::BitVector now(size, true);
      bool hasNext = false;
      for (const llvm::BasicBlock *to : llvm::successors(shape.blocks[i]))
        if (const unsigned number = shape.number[to]; shape.goesOn.test(number)) {
          now &= shape.behind[number];
          hasNext = true;
        }
      if (!hasNext)
        now.reset();
      now.set(i);
      if (now != shape.behind[i]) {
        shape.behind[i] = std::move(now);
        changed = true;
      }
    }
  }
}

void Branches::findBefore(Shape &shape) {
  const auto size = static_cast<unsigned>(shape.blocks.size());
  shape.before.assign(size, llvm::BitVector(size, true));
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < size; ++i) {
      llvm::BitVector now(size, i != 0);
      for (const llvm::BasicBlock *from : llvm::predecessors(shape.blocks[i]))
        now &= shape.before[shape.number[from]];
      now.set(i);
      if (now != shape.before[i]) {
        shape.before[i] = std::move(now);
        changed = true;
      }
    }
  }
}

/// Whether it may lead there, and need not.
bool Branches::decides(const Shape &shape, unsigned branch, unsigned about) const {
  return shape.reached[branch].test(about) &&
         (branch == about || !shape.behind[branch].test(about));
}

/// Whether it goes on round a loop in which the thread waits on a condition variable, and which it
/// has behind it whenever it comes to what it is about.
bool Branches::waits(const Shape &shape, unsigned branch, unsigned about) const {
  const auto isInLoop = [&](unsigned block) {
    return shape.reached[branch].test(block) && shape.reached[block].test(branch);
  };
  if (!isInLoop(branch) || isInLoop(about) ||
      llvm::none_of(shape.before[about].set_bits(), isInLoop))
    return false;
  for (unsigned i = 0; i < shape.blocks.size(); ++i) {
    if (!isInLoop(i))
      continue;
    for (const llvm::Instruction &at : *shape.blocks[i])
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
        for (const llvm::Function *callee : pointers.callees(*call)) {
          const program::OpKind kind = analysis::kindOfCall(*call, *callee);
          if (kind == program::OpKind::Wait || kind == program::OpKind::TimedWait ||
              callee->getName().contains("condition_variable"))
            return true;
        }
  }
  return false;
}

const Branches::Reads &Branches::decidersOf(const llvm::BasicBlock &block) {
  std::unique_ptr<Reads> &reads = known[&block];
  if (reads)
    return *reads;
  reads = std::make_unique<Reads>();
  const Shape &shape = shapeOf(*block.getParent());
  const auto found = shape.number.find(&block);
  if (found == shape.number.end() || !shape.goesOn.test(found->second))
    return *reads;
  llvm::DenseSet<const llvm::Value *> seen;
  for (unsigned i = 0; i < shape.blocks.size(); ++i) {
    if (!shape.goesOn.test(i))
      continue;
    const llvm::Instruction &last = *shape.blocks[i]->getTerminator();
    const llvm::Value *condition = nullptr;
    if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&last))
      condition = branch->isConditional() ? branch->getCondition() : nullptr;
    else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&last))
      condition = choice->getCondition();
    if (condition && decides(shape, i, found->second))
      readsOf(*condition, seen, 0, *reads);
  }
  return *reads;
}

const Branches::Reads &Branches::waitsIn(const llvm::Function &function) {
  const auto [found, isNew] = waiting.try_emplace(&function);
  if (!isNew && found->second)
    return *found->second;
  if (isNew)
    found->second = std::make_unique<Reads>(); // For who comes round to it.
  Reads result;
  for (const llvm::BasicBlock &block : function)
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) {
      result = waitedFor(*block.getTerminator());
      break; // Functions have one return as a rule.
    }
  return *(waiting[&function] = std::make_unique<Reads>(std::move(result)));
}

void Branches::addWaits(const llvm::Instruction &at, Reads &reads) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
  if (!call || llvm::isa<llvm::IntrinsicInst>(call))
    return;
  const auto callees = pointers.callees(*call);
  if (callees.size() != 1 || (*callees.begin())->isDeclaration())
    return;
  for (const llvm::Instruction *read : waitsIn(**callees.begin()))
    if (reads.size() < mostReads && !llvm::is_contained(reads, read))
      reads.push_back(read);
}

Branches::Reads Branches::waitedFor(const llvm::Instruction &at) {
  Reads reads;
  const Shape &shape = shapeOf(*at.getFunction());
  const auto found = shape.number.find(at.getParent());
  if (found == shape.number.end())
    return reads;
  llvm::DenseSet<const llvm::Value *> seen;
  for (unsigned i = 0; i < shape.blocks.size(); ++i) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(shape.blocks[i]->getTerminator());
    if (branch && branch->isConditional() && shape.goesOn.test(i) && waits(shape, i, found->second))
      readsOf(*branch->getCondition(), seen, 0, reads);
  }
  for (const unsigned i : shape.before[found->second].set_bits())
    for (const llvm::Instruction &before : *shape.blocks[i]) {
      if (&before == &at)
        break;
      addWaits(before, reads);
    }
  return reads;
}

/// What a value is computed from, by reads.
void Branches::readsOf(const llvm::Value &value, llvm::DenseSet<const llvm::Value *> &seen,
                       unsigned depth, Reads &reads) {
  const auto *at = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!at || reads.size() >= mostReads || !seen.insert(at).second)
    return;
  if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(at)) {
    reads.push_back(at);
    return;
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(at)) {
    if (depth >= mostCalls || llvm::isa<llvm::IntrinsicInst>(call))
      return;
    for (const llvm::Function *callee : pointers.callees(*call))
      for (const llvm::BasicBlock &block : *callee)
        if (const auto *back = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
            back && back->getReturnValue())
          readsOf(*back->getReturnValue(), seen, depth + 1, reads);
    return;
  }
  // Which way it came decides too: `a && b`.
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(at))
    for (const llvm::BasicBlock *from : phi->blocks())
      if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
          branch && branch->isConditional())
        readsOf(*branch->getCondition(), seen, depth, reads);
  for (const llvm::Use &operand : at->operands())
    readsOf(*operand, seen, depth, reads);
}

} // namespace heddle::diff
