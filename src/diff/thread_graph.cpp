#include "diff/thread_graph.h"

#include "analysis/decided.h"

#include "analysis/callers_apart.h"
#include "analysis/library.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace heddle::diff {

namespace {

using program::OpKind;

/// The functions that a call runs: those it calls, and for pthread_once what it is handed.
llvm::SmallVector<const llvm::Function *, 2>
bodiesOf(const llvm::CallBase &call, const analysis::PointsTo &pointers, bool &isOptional) {
  llvm::SmallVector<const llvm::Function *, 2> result;
  for (const llvm::Function *callee : pointers.callees(call)) {
    if (!analysis::isLibraryFunction(*callee)) {
      result.push_back(callee);
      continue;
    }
    if (analysis::kindOfCall(call, *callee) == OpKind::Once && call.arg_size() > 1) {
      isOptional = true;
      for (const llvm::Function *body : functionsAt(*call.getArgOperand(1), pointers))
        if (!body->isDeclaration())
          result.push_back(body);
      continue;
    }
    isOptional = true; // It may run that one, which leads to nothing of interest.
  }
  return result;
}

} // namespace

void Interest::findFunctions(const analysis::PointsTo &pointers) {
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<const llvm::Function *, 4>> callers;
  std::vector<const llvm::Function *> work;
  const auto add = [&](const llvm::Function *function) {
    if (functions.insert(function).second)
      work.push_back(function);
  };
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at)) {
        bool isOptional = false;
        for (const llvm::Function *callee : pointers.callees(*call))
          cancels |= analysis::kindOfCall(*call, *callee) == OpKind::Cancel;
        for (const llvm::Function *callee : bodiesOf(*call, pointers, isOptional))
          callers[callee].push_back(function);
      }
  for (const llvm::Instruction *at : instructions)
    add(at->getFunction());
  for (const auto &[from, to] : edges)
    add(from->getParent());
  while (!work.empty()) {
    const llvm::Function *function = work.back();
    work.pop_back();
    for (const llvm::Function *caller : callers[function])
      add(caller);
  }
}

ThreadGraph::ThreadGraph(const analysis::Study &study, const CalledBack &calledBack,
                         analysis::StaticThread thread, const Interest &interest,
                         std::size_t &budget)
    : study(study), calledBack(calledBack), interest(interest),
      stops(study.program, study.pointers, {false, false, false, false}), budget(budget) {
  add(); // entry
  add(); // exit
  if (std::ranges::any_of(calledBack.exitHandlers(),
                          [&](const llvm::Function *one) { return interest.isOf(*one); }))
    handlers = add();
  GraphNode last = entry;
  const auto append = [&](const llvm::Function &function) {
    const Piece piece = put(function, 0, nullptr);
    connect(last, piece.begin);
    connect(piece.thrown, exit);
    last = piece.end;
  };
  if (thread == 0)
    for (const llvm::Function *function : calledBack.constructors())
      if (interest.isOf(*function))
        append(*function);
  const llvm::Function *routine = study.threads.all()[thread].routine;
  if (routine && !routine->isDeclaration())
    append(*routine);
  connect(last, exit);
  if (thread == 0 || calledBack.mayLastThreadExit())
    connect(last, handlers);
  runHandlers();
  finish();
}

/// Which of them were registered is not known, and in which order: they may run in any.
void ThreadGraph::runHandlers() {
  if (handlers == exit || nodes[handlers].previous.empty())
    return;
  for (const llvm::Function *function : calledBack.exitHandlers()) {
    if (!interest.isOf(*function))
      continue;
    const Piece piece = put(*function, 0, nullptr);
    connect(handlers, piece.begin);
    connect(piece.end, handlers);
    connect(piece.thrown, exit);
  }
  connect(handlers, exit);
}

/// Where the way from one block to the next leads: past blocks that only decide by constants that
/// it brings, unless a step there is of interest. `int error = EINVAL; if (…) error = …; if (error)
/// …`.
const llvm::BasicBlock *ThreadGraph::decided(const llvm::BasicBlock &from,
                                             const llvm::BasicBlock &to) const {
  llvm::SmallVector<const llvm::BasicBlock *, 4> passed;
  const llvm::BasicBlock *end = analysis::decidedWay({&from, &to}, passed).to;
  passed.push_back(end);
  for (std::size_t i = 1; i < passed.size(); ++i)
    if (interest.edges.contains({passed[i - 1], passed[i]}))
      return &to;
  return end;
}

GraphNode ThreadGraph::add() {
  nodes.emplace_back();
  if (budget)
    --budget;
  return static_cast<GraphNode>(nodes.size() - 1);
}

void ThreadGraph::connect(GraphNode from, GraphNode to) {
  if (llvm::is_contained(nodes[from].next, to))
    return;
  nodes[from].next.push_back(to);
  nodes[to].previous.push_back(from);
}

void ThreadGraph::mark(GraphNode node, Occurrence occurrence) {
  occurrence.node = node;
  nodes[node].marks.push_back(occurrence);
}

ThreadGraph::Piece ThreadGraph::put(const llvm::Function &function, ContextId parent,
                                    const llvm::CallBase *call) {
  for (const auto &[other, piece] : underWay)
    if (other == &function)
      return piece;
  if (!budget)
    if (const auto known = shared.find(&function); known != shared.end())
      return known->second;
  const Piece piece{add(), add(), add()};
  const auto context = static_cast<ContextId>(contexts.size());
  contexts.push_back({parent, call, &function});
  underWay.emplace_back(&function, piece);
  if (!budget)
    shared.try_emplace(&function, piece);
  fill(function, context, piece);
  underWay.pop_back();
  return piece;
}

void ThreadGraph::fill(const llvm::Function &function, ContextId context, const Piece &piece) {
  llvm::DenseMap<const llvm::BasicBlock *, GraphNode> begins, ends, raised;
  for (const llvm::BasicBlock &block : function)
    begins[&block] = add();
  connect(piece.begin, begins[&function.getEntryBlock()]);
  for (const llvm::BasicBlock &block : function) {
    GraphNode at = begins[&block];
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && !call->isInlineAsm() && !llvm::isa<llvm::IntrinsicInst>(call))
        at = passCall(*call, context, at,
                      llvm::isa<llvm::InvokeInst>(call) ? raised[&block] = add() : piece.thrown);
      else if (interest.instructions.contains(&instruction))
        mark(at, {&instruction, nullptr, nullptr, true, true, context, 0});
    }
    ends[&block] = at;
  }
  for (const llvm::BasicBlock &block : function) {
    const llvm::Instruction &last = *block.getTerminator();
    if (llvm::isa<llvm::ReturnInst>(last))
      connect(ends[&block], piece.end);
    else if (llvm::isa<llvm::ResumeInst>(last))
      connect(ends[&block], piece.thrown);
    else if (last.getNumSuccessors() == 0)
      connect(ends[&block], exit);
    const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&last);
    for (const llvm::BasicBlock *to : llvm::successors(&block)) {
      const GraphNode at = invoke && to == invoke->getUnwindDest() ? raised[&block] : ends[&block];
      if (!interest.edges.contains({&block, to})) {
        connect(at, begins[decided(block, *to)]);
        continue;
      }
      const GraphNode between = add();
      mark(between, {nullptr, &block, to, true, true, context, 0});
      connect(at, between);
      connect(between, begins[to]);
    }
  }
}

bool ThreadGraph::mayNotReturn(const llvm::CallBase &call) {
  for (const llvm::Function *callee : study.pointers.callees(call)) {
    if (!analysis::isLibraryFunction(*callee)) {
      if (!interest.isOf(*callee) && !stops.returns(*callee))
        return true;
      continue;
    }
    const OpKind kind = analysis::kindOfCall(call, *callee);
    if (kind == OpKind::ThreadExit || kind == OpKind::Exit || kind == OpKind::Assertion ||
        kind == OpKind::Assume || callee->doesNotReturn() ||
        (interest.cancels && !callee->isIntrinsic()))
      return true;
  }
  return call.doesNotReturn();
}

/// Whether an exception may leave a call that otherwise returns: that of a function nobody knows.
bool ThreadGraph::mayRaise(const llvm::CallBase &call) const {
  return llvm::any_of(study.pointers.callees(call), [](const llvm::Function *callee) {
    return analysis::isLibraryFunction(*callee) &&
           !analysis::behaviourOf(callee->getName()).isKnown;
  });
}

/// Whether a call that may not return may end the process so that its handlers run.
bool ThreadGraph::mayRunHandlers(const llvm::CallBase &call) {
  return llvm::any_of(study.pointers.callees(call), [&](const llvm::Function *callee) {
    if (!analysis::isLibraryFunction(*callee))
      return !interest.isOf(*callee) && calledBack.mayExit(*callee);
    const OpKind kind = analysis::kindOfCall(call, *callee);
    return kind == OpKind::Exit || (kind == OpKind::ThreadExit && calledBack.mayLastThreadExit());
  });
}

/// The node behind the call, where it returns; what unwinds goes on at `raised`.
GraphNode ThreadGraph::passCall(const llvm::CallBase &call, ContextId context, GraphNode at,
                                GraphNode raised) {
  const bool isMarked = interest.instructions.contains(&call);
  bool isOptional = false;
  llvm::SmallVector<const llvm::Function *, 2> bodies;
  for (const llvm::Function *body : bodiesOf(call, study.pointers, isOptional))
    if (interest.isOf(*body))
      bodies.push_back(body);
    else
      isOptional = true;
  if (call.isIndirectCall() && call.getMetadata(analysis::excludedCallees) &&
      llvm::all_of(study.pointers.callees(call), [](const llvm::Function *callee) {
        return callee->getName() == "__cxa_pure_virtual"; // Which is an error.
      })) {
    impossible.push_back(at); // All that it could call is called beside it: nobody comes here.
    return add();
  }
  const bool mayEnd = mayNotReturn(call);
  // What may end the thread is done only where it has come back; what never does, where it begins.
  const bool isDoneLater = mayEnd && bodies.empty() && !call.doesNotReturn();
  if (isMarked)
    mark(at, {&call, nullptr, nullptr, true, bodies.empty() && !isDoneLater, context, 0});
  if (mayEnd) {
    hasEarlyEnd = true;
    connect(at, exit);
    if (handlers != exit && mayRunHandlers(call))
      connect(at, handlers);
    // What unwinds runs the cleanups of this function, or of those that called it.
    connect(at, raised);
    const GraphNode behind = add();
    if (!call.doesNotReturn() || !bodies.empty())
      connect(at, behind);
    at = behind;
    if (isMarked && isDoneLater)
      mark(at, {&call, nullptr, nullptr, false, true, context, 0});
  }
  if (mayRaise(call))
    connect(at, raised);
  if (bodies.empty())
    return at;
  const GraphNode behind = add();
  if (isOptional)
    connect(at, behind);
  for (const llvm::Function *body : bodies) {
    const Piece inner = put(*body, context, &call);
    connect(at, inner.begin);
    connect(inner.end, behind);
    connect(inner.thrown, raised);
  }
  if (isMarked)
    mark(behind, {&call, nullptr, nullptr, false, true, context, 0});
  return behind;
}

/// Takes out where nobody comes, and what leads nowhere else: it is no end of the thread.
void ThreadGraph::dropImpossible() {
  while (!impossible.empty()) {
    const GraphNode node = impossible.back();
    impossible.pop_back();
    for (const GraphNode from : nodes[node].previous) {
      llvm::erase(nodes[from].next, node);
      if (nodes[from].next.empty() && from != entry)
        impossible.push_back(from);
    }
    for (const GraphNode to : nodes[node].next)
      llvm::erase(nodes[to].previous, node);
    nodes[node] = {};
  }
}

/// Every node leads to the end, if only because the loop that it is in may be endless; and what
/// nothing leads to has no say.
void ThreadGraph::finish() {
  dropImpossible();
  std::vector<char> seen(nodes.size());
  std::vector<GraphNode> work = {entry};
  seen[entry] = 1;
  while (!work.empty()) {
    const GraphNode node = work.back();
    work.pop_back();
    for (const GraphNode to : nodes[node].next)
      if (!seen[to]) {
        seen[to] = 1;
        work.push_back(to);
      }
  }
  for (GraphNode node = 0; node < nodes.size(); ++node) {
    if (!seen[node]) {
      for (const GraphNode to : nodes[node].next)
        llvm::erase(nodes[to].previous, node);
      nodes[node] = {};
      continue;
    }
    all.insert(all.end(), nodes[node].marks.begin(), nodes[node].marks.end());
    nodes[node].marks = {};
  }
  std::vector<char> ends(nodes.size());
  const auto climb = [&](GraphNode from) {
    work.push_back(from);
    ends[from] = 1;
    while (!work.empty()) {
      const GraphNode node = work.back();
      work.pop_back();
      for (const GraphNode to : nodes[node].previous)
        if (!ends[to]) {
          ends[to] = 1;
          work.push_back(to);
        }
    }
  };
  climb(exit);
  for (GraphNode node = 0; node < nodes.size(); ++node)
    if (seen[node] && !ends[node]) {
      connect(node, exit);
      climb(node);
    }
}

const llvm::Instruction *ThreadGraph::userOf(const Occurrence &occurrence,
                                             const program::Program &program) const {
  const llvm::Instruction *at = occurrence.at ? occurrence.at : occurrence.from->getTerminator();
  ContextId id = occurrence.context;
  while (true) {
    const auto function = program.functionOf(*at->getFunction());
    if (!function || !program.functions()[*function].isModel || !contexts[id].call)
      return at;
    at = contexts[id].call;
    id = contexts[id].parent;
  }
}

} // namespace heddle::diff
