#include "analysis/passages.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {
unsigned plus(unsigned a, unsigned b) {
  return std::min(a + b, Passages::cap);
}
} // namespace

Ground::Ground(const PointsTo &pointers, const Threads &threads)
    : pointers(pointers), threads(threads) {
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      bool isFollowed = false;
      if (call)
        for (const llvm::Function *callee : pointers.callees(*call))
          if (!callee->isDeclaration()) {
            callers[callee].push_back(function);
            isFollowed = true;
          }
      if (isFollowed)
        calls[function].push_back(call);
    }
}

bool Passages::Span::unite(const Span &other) {
  if (!other.isReached)
    return false;
  const Span old = *this;
  least = isReached ? std::min(least, other.least) : other.least;
  most = std::max(most, other.most);
  isReached = true;
  return *this != old;
}

Passages::Passages(const Ground &ground, StaticThread thread, const Places &places)
    : ground(ground), thread(thread), places(places) {
  findInteresting();
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Function *function : interesting)
      changed |= follow(*function);
  }
  enterAll();
  if (isWild)
    whole = cap;
}

void Passages::findInteresting() {
  llvm::SmallVector<const llvm::Function *, 8> work;
  const auto add = [&](const llvm::Function *function) {
    isWild |= ground.threads.isCalledBack(*function);
    if (ground.threads.runners(*function).test(thread) && interesting.insert(function).second)
      work.push_back(function);
  };
  for (const auto &[instruction, isSure] : places.instructions)
    add(instruction->getFunction());
  for (const Places::Edge &edge : places.edges)
    add(edge.first->getParent());
  for (const llvm::CallBase *call : places.begins)
    add(call->getFunction());
  while (!work.empty()) {
    const llvm::Function *function = work.pop_back_val();
    for (const llvm::Function *caller : ground.callers.lookup(function))
      add(caller);
  }
}

Passages::Summary Passages::callOf(const llvm::CallBase &call) const {
  Summary result;
  bool isCalled = false;
  for (const llvm::Function *callee : ground.pointers.callees(call)) {
    if (!callee->isDeclaration() && !ground.threads.runners(*callee).test(thread))
      continue;
    isCalled = true;
    if (callee->isDeclaration() || !isOfInterest(*callee)) {
      result.end.unite({0, 0, true});
      continue;
    }
    const Summary inner = summaries.lookup(callee);
    result.end.unite(inner.end);
    result.within = std::max(result.within, inner.within);
  }
  if (!isCalled)
    result.end.unite({0, 0, true});
  return result;
}

void Passages::begin(const llvm::CallBase &call, Span &span) const {
  if (!places.begins.contains(&call))
    return;
  span.least = plus(span.least, 1);
  span.most = plus(span.most, 1);
}

void Passages::pass(const llvm::Instruction &instruction, Span &span) const {
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    begin(*call, span);
    const Summary inner = callOf(*call);
    if (!inner.end.isReached)
      span.isReached = false;
    span.least = plus(span.least, inner.end.least);
    span.most = plus(span.most, inner.end.most);
  }
  if (const auto found = places.instructions.find(&instruction);
      found != places.instructions.end()) {
    span.least = plus(span.least, found->second ? 1 : 0);
    span.most = plus(span.most, 1);
  }
}

unsigned Passages::during(const llvm::Instruction &instruction, const Span &span) const {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call)
    return span.most;
  Span inside = span;
  begin(*call, inside);
  return plus(plus(inside.most, callOf(*call).within),
              places.instructions.contains(&instruction) ? 1 : 0);
}

bool Passages::follow(const llvm::Function &function) {
  Summary summary;
  llvm::SmallSetVector<const llvm::BasicBlock *, 16> work;
  const auto reach = [&](const llvm::BasicBlock *from, const llvm::BasicBlock &to, Span span) {
    if (from && places.edges.contains({from, &to})) {
      span.least = plus(span.least, 1);
      span.most = plus(span.most, 1);
    }
    if (blocks[&to].unite(span))
      work.insert(&to);
  };
  for (const llvm::BasicBlock &block : function)
    if (blocks.lookup(&block).isReached)
      work.insert(&block);
  reach(nullptr, function.getEntryBlock(), {0, 0, true});
  while (!work.empty()) {
    const llvm::BasicBlock &block = *work.pop_back_val();
    Span span = blocks.lookup(&block);
    for (const llvm::Instruction &instruction : block) {
      summary.within = std::max({summary.within, span.most, during(instruction, span)});
      if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction)) {
        // An exception may come at any moment of the call.
        const Span thrown = {span.least, during(instruction, span), true};
        reach(&block, *invoke->getUnwindDest(), thrown);
        pass(instruction, span);
        if (span.isReached)
          reach(&block, *invoke->getNormalDest(), span);
        span.isReached = false;
        break;
      }
      pass(instruction, span);
      if (!span.isReached)
        break;
    }
    if (!span.isReached)
      continue;
    summary.within = std::max(summary.within, span.most);
    if (llvm::isa<llvm::ReturnInst>(block.getTerminator()))
      summary.end.unite(span);
    for (const llvm::BasicBlock *next : llvm::successors(&block))
      reach(&block, *next, span);
  }
  Summary &known = summaries[&function];
  summary.end.unite(known.end);
  summary.within = std::max(summary.within, known.within);
  const bool isNew = summary != known;
  known = summary;
  return isNew;
}

/// From the begin of the thread to that of each function that it runs.
void Passages::enterAll() {
  llvm::SmallSetVector<const llvm::Function *, 32> work;
  const auto reach = [&](const llvm::Function &function, const Span &span) {
    if (entries[&function].unite(span))
      work.insert(&function);
  };
  reach(*ground.threads.all()[thread].routine, {0, 0, true});
  while (!work.empty()) {
    const llvm::Function &function = *work.pop_back_val();
    const Span entry = entries.lookup(&function);
    whole = std::max(whole, entry.most);
    if (isOfInterest(function))
      whole = std::max(whole, plus(entry.most, summaries.lookup(&function).within));
    for (const llvm::CallBase *call : ground.calls.lookup(&function)) {
      Span span = isOfInterest(function) ? spanUpTo(*call) : Span{0, 0, true};
      if (!span.isReached)
        continue;
      begin(*call, span);
      span = {plus(entry.least, span.least), plus(entry.most, span.most), true};
      for (const llvm::Function *callee : ground.pointers.callees(*call))
        if (!callee->isDeclaration() && ground.threads.runners(*callee).test(thread))
          reach(*callee, span);
    }
  }
}

Passages::Span Passages::spanUpTo(const llvm::Instruction &at) const {
  Span span = blocks.lookup(at.getParent());
  for (const llvm::Instruction &instruction : *at.getParent()) {
    if (&instruction == &at || !span.isReached)
      break;
    pass(instruction, span);
  }
  return span;
}

std::optional<Passed> Passages::before(const llvm::Instruction &at) const {
  const llvm::Function &function = *at.getFunction();
  const auto entry = entries.find(&function);
  if (ground.threads.isCalledBack(function) || entry == entries.end() || !entry->second.isReached)
    return std::nullopt;
  const Span span = isOfInterest(function) ? spanUpTo(at) : Span{0, 0, true};
  if (!span.isReached)
    return std::nullopt;
  return Passed{plus(entry->second.least, span.least),
                isWild ? cap : plus(entry->second.most, span.most)};
}

std::optional<unsigned> Passages::mostDuring(const llvm::Instruction &at) const {
  const llvm::Function &function = *at.getFunction();
  const auto passed = before(at);
  if (!passed)
    return std::nullopt;
  if (!isOfInterest(function)) {
    // What it calls has no places either.
    return passed->most;
  }
  const Span span = {passed->least, passed->most, true};
  return during(at, span);
}

} // namespace heddle::analysis
