#include "analysis/access_nodes.h"

#include "analysis/call_sites.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {

namespace {

using Calls = CallSites::Calls;

/// Calls of a function that are told apart. Of what is called from everywhere that says little.
constexpr std::size_t mostCallers = 32;

bool isAtomicAccess(const llvm::Instruction &at) {
  return at.isAtomic() && !llvm::isa<llvm::FenceInst>(at);
}

class NodeFinder {
public:
  NodeFinder(const program::Program &program, const PointsTo &pointers, const Threads &threads,
             NodeOptions options)
      : program(program), pointers(pointers), threads(threads), options(options),
        sites(program, pointers) {}

  std::vector<AccessNode> find() {
    for (const llvm::Function *function : pointers.reachable())
      for (const llvm::Instruction &at : llvm::instructions(*function))
        if (at.mayReadOrWriteMemory())
          visit(at);
    return std::move(nodes);
  }

private:
  /// Of a function of the user's: where a thread may have called it from. Null: not known, or that
  /// is where the thread begins.
  Calls contextsOf(const llvm::Function &function, StaticThread thread) const {
    Calls result;
    const bool isRoutine = threads.all()[thread].routine == &function;
    if (isRoutine || threads.isCalledBack(function) || !options.contexts)
      result.push_back(nullptr);
    if (threads.isCalledBack(function) || !options.contexts)
      return result;
    for (const llvm::Instruction *call : sites.of(function))
      if (threads.runners(*call->getFunction()).test(thread))
        result.push_back(call);
    if (result.size() > mostCallers || result.empty())
      return {nullptr};
    return result;
  }

  void visit(const llvm::Instruction &at) {
    if (llvm::isa<llvm::FenceInst>(at))
      return;
    AccessNode node;
    node.at = &at;
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
    const bool isCall = call && !llvm::isa<llvm::IntrinsicInst>(call);
    if (isCall)
      synchronise(*call, node);
    node.isAtomic = isAtomicAccess(at);
    for (const MemoryTouch &touch : touchesOf(at, pointers).touches) {
      if (isCall && isSyncObject(*call, touch))
        continue;
      node.kind = touch.writes ? NodeKind::Write : NodeKind::Read;
      node.touch = touch;
      place(node);
    }
  }

  /// Whether a call touches it only as what it locks, signals or waits for.
  bool isSyncObject(const llvm::CallBase &call, const MemoryTouch &touch) const {
    const auto isObject = [&](const llvm::Function *callee) {
      const program::OpKind kind = program::kindOfFunction(callee->getName());
      const bool waits = kind == program::OpKind::Wait || kind == program::OpKind::TimedWait;
      return kind >= program::OpKind::Lock && kind <= program::OpKind::SyncDestroy &&
             ((call.arg_size() > 0 && touch.pointer == call.getArgOperand(0)) ||
              (waits && call.arg_size() > 1 && touch.pointer == call.getArgOperand(1)));
    };
    return std::ranges::any_of(pointers.callees(call), isObject);
  }

  /// Adds the nodes of a call that takes a lock, waits or signals.
  void synchronise(const llvm::CallBase &call, AccessNode node) {
    for (const llvm::Function *callee : pointers.callees(call)) {
      if (!callee->isDeclaration())
        continue;
      const program::OpKind kind = program::kindOfFunction(callee->getName());
      if (kind == program::OpKind::Signal || kind == program::OpKind::Broadcast) {
        node.kind = NodeKind::Signal;
        add(node, call, 0);
        continue;
      }
      const auto operation = lockOperationOf(program, *callee);
      if (!operation || operation->argument == LockOperation::atomic)
        continue;
      node.mode = operation->mode;
      if (operation->kind == LockOperation::Wait) {
        node.kind = NodeKind::Wait;
        node.isTimed = kind == program::OpKind::TimedWait;
        node.mutex = call.getArgOperand(operation->argument);
        add(node, call, 0);
      } else if (operation->kind != LockOperation::Release) {
        node.kind = NodeKind::Acquire;
        add(node, call, operation->argument);
      }
    }
  }

  void add(AccessNode node, const llvm::CallBase &call, unsigned argument) {
    if (argument >= call.arg_size())
      return;
    node.touch = {call.getArgOperand(argument), 1, MemoryTouch::Extent::Bytes, true};
    place(node);
  }

  /// One node for each thread and context.
  void place(AccessNode node) {
    const llvm::Function &function = *node.at->getFunction();
    for (const unsigned thread : threads.runners(function).set_bits()) {
      node.thread = thread;
      if (!sites.isLibrary(function)) {
        addContexts(node, *node.at);
        continue;
      }
      bool isPlaced = false;
      for (const llvm::Instruction *call : sites.usersOf(function))
        if (threads.runners(*call->getFunction()).test(thread)) {
          addContexts(node, *call);
          isPlaced = true;
        }
      if (!isPlaced) { // Called by the library alone: at the end of a thread, before main.
        node.user = node.at;
        node.caller = nullptr;
        nodes.push_back(node);
      }
    }
  }

  void addContexts(AccessNode &node, const llvm::Instruction &user) {
    node.user = &user;
    for (const llvm::Instruction *caller : contextsOf(*user.getFunction(), node.thread)) {
      node.caller = caller;
      nodes.push_back(node);
    }
  }

  const program::Program &program;
  const PointsTo &pointers;
  const Threads &threads;
  NodeOptions options;
  CallSites sites;
  std::vector<AccessNode> nodes;
};

} // namespace

std::vector<AccessNode> findAccessNodes(const program::Program &program, const PointsTo &pointers,
                                        const Threads &threads, NodeOptions options) {
  return NodeFinder(program, pointers, threads, options).find();
}

} // namespace heddle::analysis
