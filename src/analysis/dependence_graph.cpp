#include "analysis/dependence_graph.h"

#include "analysis/joins.h"
#include "analysis/library.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <map>

namespace heddle::analysis {

using Op = program::OpKind;

namespace {
bool acts(const llvm::Function &function, std::initializer_list<LibraryAct::Kind> kinds) {
  return std::ranges::any_of(behaviourOf(function.getName()).acts, [&](const LibraryAct &act) {
    return std::ranges::find(kinds, act.kind) != kinds.end();
  });
}

bool isDirect(const llvm::CallBase &call) {
  return llvm::isa<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}
} // namespace

DependenceGraph::DependenceGraph(const program::Program &program, const PointsTo &pointers,
                                 const Threads &threads, const Parallel &parallel,
                                 StopOptions options)
    : program(program), pointers(pointers), threads(threads), effects(pointers, threads),
      order(pointers, threads, parallel) {
  Stops stops(program, pointers, options);
  instructionNodes = program.locations().size() * aspects;
  nodeCount = instructionNodes;
  for (const llvm::Function *function : pointers.reachable()) {
    functionNodes[function] = static_cast<DependenceNode>(nodeCount);
    functions.push_back(function);
    nodeCount += 2;
    if (!function->isDeclaration())
      controls[function] = std::make_unique<ControlGraph>(*function, stops);
  }
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Argument &argument : function->args()) {
      argumentNodes[&argument] = static_cast<DependenceNode>(nodeCount++);
      arguments.push_back(&argument);
    }
  indexCalls();
  indexJoins();
  indexWriters();
}

void DependenceGraph::indexCalls() {
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        indexCall(*call);
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call))
        continue;
      const bool ends = std::ranges::any_of(pointers.callees(*call), [&](const auto *callee) {
        const Op kind = kindOfCall(*call, *callee);
        return acts(*callee, {LibraryAct::End}) ||
               (cancels && (synchronises(kind) || kind == Op::Yield ||
                            callee->getName() == "pthread_testcancel"));
      });
      if (!ends)
        continue;
      Calls &list = enders[function];
      if (list.empty())
        everEnding.push_back(function);
      list.push_back(call);
    }
}

void DependenceGraph::indexCall(const llvm::CallBase &call) {
  for (const StaticThread thread : threads.createdAt(call))
    creators[threads.all()[thread].routine].push_back(&call);
  if (llvm::isa<llvm::IntrinsicInst>(call))
    return;
  for (const llvm::Function *callee : pointers.callees(call)) {
    callers[callee].push_back(&call);
    if (!isLibraryFunction(*callee))
      continue;
    cancels |= kindOfCall(call, *callee) == Op::Cancel;
    if (acts(*callee,
             {LibraryAct::SetSpecific, LibraryAct::AddDestructor, LibraryAct::PushCleanup}))
      keepers.push_back(&call);
    const bool creates = !threads.createdAt(call).empty();
    for (const llvm::Use &argument : call.args())
      for (const ObjectId id : pointers.objectsOf(*argument)) {
        if (pointers.object(id).kind != ObjectKind::Function || creates)
          continue;
        const auto *function = llvm::cast<llvm::Function>(pointers.object(id).value);
        handers[function].push_back(&call);
        handed[&call].push_back(function);
      }
  }
}

/// Which threads a join may wait for, where that is known.
void DependenceGraph::indexJoins() {
  for (const JoinGroup &group : findJoins(pointers, threads)) {
    llvm::BitVector made(static_cast<unsigned>(threads.all().size()));
    for (const llvm::CallBase *creation : group.creations)
      for (const StaticThread thread : threads.createdAt(*creation))
        made.set(thread);
    for (const llvm::Instruction *join : group.joins)
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(join))
        joined.try_emplace(call, made).first->second |= made;
  }
}

void DependenceGraph::indexWriters() {
  buckets.resize(effects.objectCount());
  std::map<std::tuple<ObjectId, std::int64_t, std::uint64_t, std::uint64_t>, std::size_t> index;
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      for (const Touch &touch : effects.of(instruction)) {
        if (!touch.writes)
          continue;
        std::vector<Bucket> &list = buckets[touch.where.object];
        const auto [entry, isNew] = index.try_emplace(
            {touch.where.object, touch.where.offset, touch.where.stride, touch.size}, list.size());
        if (isNew)
          list.push_back({touch, {}});
        if (auto &writers = list[entry->second].writers;
            writers.empty() || writers.back() != &instruction)
          writers.push_back(&instruction);
      }
}

const llvm::Instruction *DependenceGraph::instructionOf(DependenceNode node) const {
  return node < instructionNodes ? program.location(node / aspects).instruction : nullptr;
}

DependenceNode DependenceGraph::entered(const llvm::Function &function) const {
  return functionNodes.find(&function)->second;
}

void DependenceGraph::follow(DependenceNode from, Follow to) const {
  if (const llvm::Instruction *at = instructionOf(from)) {
    if (!pointers.isReachable(*at->getFunction()))
      return;
    switch (aspectOf(from)) {
    case Runs:
      return followRuns(*at, to);
    case Leaves:
      return followLeaves(llvm::cast<llvm::CallBase>(*at), to);
    case Acts:
      return followActs(*at, to);
    }
  }
  std::size_t rest = from - instructionNodes;
  if (rest >= functions.size() * 2)
    return followArgument(*arguments[rest - functions.size() * 2], to);
  if (rest % 2 == 0)
    followEntered(*functions[rest / 2], to);
  else
    followLeft(*functions[rest / 2], to);
}

void DependenceGraph::followValue(const llvm::Value &value, Follow to) const {
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value))
    to(node(*instruction, Acts));
  else if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value))
    to(argumentNodes.find(argument)->second);
}

void DependenceGraph::decide(const llvm::Instruction *decider, const llvm::Function &in,
                             Follow to) const {
  if (!decider)
    return to(entered(in));
  const auto *call = llvm::dyn_cast<llvm::CallBase>(decider);
  to(node(*decider, call && !llvm::isa<llvm::IntrinsicInst>(call) ? Leaves : Acts));
}

void DependenceGraph::followRuns(const llvm::Instruction &at, Follow to) const {
  const ControlGraph &control = controlOf(*at.getFunction());
  if (!control.isReached(at))
    return;
  for (const llvm::Instruction *decider : control.decidersOf(at))
    decide(decider, *at.getFunction(), to);
}

void DependenceGraph::followLeaves(const llvm::CallBase &call, Follow to) const {
  to(node(call, Runs));
  followValue(*call.getCalledOperand(), to);
  if (call.isInlineAsm())
    to(node(call, Acts));
  for (const llvm::Function *callee : pointers.callees(call))
    if (isLibraryFunction(*callee))
      to(node(call, Acts));
    else
      to(left(*callee));
}

void DependenceGraph::followActs(const llvm::Instruction &at, Follow to) const {
  to(node(at, Runs));
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
    return followCall(*call, to);
  for (const llvm::Use &operand : at.operands())
    followValue(*operand, to);
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&at))
    for (const llvm::BasicBlock *from : phi->blocks())
      if (controlOf(*at.getFunction()).isReached(*from->getTerminator()))
        to(node(*from->getTerminator(), Acts));
}

void DependenceGraph::followCall(const llvm::CallBase &call, Follow to) const {
  followValue(*call.getCalledOperand(), to);
  const auto callees = pointers.callees(call);
  bool takes = callees.empty() || !effects.of(call).empty(); // The arguments themselves.
  for (const llvm::Function *callee : callees) {
    if (isLibraryFunction(*callee)) {
      takes = true;
      if (kindOfCall(call, *callee) == Op::Join)
        followJoin(call, to);
      continue;
    }
    if (!call.getType()->isVoidTy())
      for (const llvm::BasicBlock &block : *callee)
        if (llvm::isa<llvm::ReturnInst>(block.getTerminator()))
          to(node(*block.getTerminator(), Acts));
  }
  if (const auto found = handed.find(&call); found != handed.end())
    for (const llvm::Function *function : found->second)
      if (functionNodes.contains(function))
        to(left(*function));
  if (takes)
    for (const llvm::Use &argument : call.args())
      followValue(*argument, to);
}

void DependenceGraph::followJoin(const llvm::CallBase &call, Follow to) const {
  const auto known = joined.find(&call);
  for (StaticThread thread = 1; thread < threads.all().size(); ++thread)
    if (known == joined.end() || known->second.test(thread))
      followEnd(thread, to);
}

void DependenceGraph::followEnd(StaticThread thread, Follow to) const {
  if (const llvm::Function *routine = threads.all()[thread].routine;
      functionNodes.contains(routine))
    to(left(*routine));
  for (const llvm::Function *function : everEnding)
    if (threads.runners(*function).test(thread))
      for (const llvm::CallBase *call : enders.find(function)->second)
        to(node(*call, cancels ? Acts : Runs));
}

void DependenceGraph::followEntered(const llvm::Function &function, Follow to) const {
  for (const llvm::CallBase *call : callers.lookup(&function)) {
    to(node(*call, Runs));
    if (!isDirect(*call))
      followValue(*call->getCalledOperand(), to);
  }
  for (const llvm::CallBase *call : creators.lookup(&function))
    to(node(*call, Acts));
  if (!threads.isCalledBack(function))
    return;
  for (const llvm::CallBase *call : handers.lookup(&function))
    to(node(*call, Acts));
  for (const llvm::CallBase *call : keepers)
    to(node(*call, Acts));
  // It may wait until its thread, or all of them, come to an end.
  for (StaticThread thread = 0; thread < threads.all().size(); ++thread)
    followEnd(thread, to);
}

void DependenceGraph::followLeft(const llvm::Function &function, Follow to) const {
  if (function.isDeclaration())
    return;
  for (const llvm::BasicBlock &block : function)
    if (block.getTerminator()->getNumSuccessors() == 0)
      to(node(*block.getTerminator(), Runs));
}

void DependenceGraph::followArgument(const llvm::Argument &argument, Follow to) const {
  const llvm::Function &function = *argument.getParent();
  const auto all = [&](const llvm::CallBase &call) {
    for (const llvm::Use &given : call.args())
      followValue(*given, to);
  };
  for (const llvm::CallBase *call : callers.lookup(&function)) {
    bool fits = argument.getArgNo() < call->arg_size();
    for (unsigned i = 0; fits && i <= argument.getArgNo(); ++i)
      fits = call->getArgOperand(i)->getType() == function.getArg(i)->getType();
    if (fits)
      followValue(*call->getArgOperand(argument.getArgNo()), to);
    else
      all(*call);
  }
  for (const llvm::CallBase *call : creators.lookup(&function))
    all(*call);
  if (!threads.isCalledBack(function))
    return;
  for (const llvm::CallBase *call : handers.lookup(&function))
    all(*call);
  for (const llvm::CallBase *call : keepers)
    to(node(*call, Acts));
}

} // namespace heddle::analysis
