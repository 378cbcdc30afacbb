// Finds the functions that run as threads and where such threads are made.
#include "program/callables.h"
#include "program/internal.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace heddle::program {
namespace {

/// Whether control can come back to the instruction without leaving its function.
bool isInLoop(const llvm::Instruction &instruction) {
  const llvm::BasicBlock *block = instruction.getParent();
  llvm::SmallPtrSet<const llvm::BasicBlock *, 32> seen;
  llvm::SmallVector<const llvm::BasicBlock *, 32> work(llvm::successors(block));
  while (!work.empty()) {
    const llvm::BasicBlock *next = work.pop_back_val();
    if (next == block)
      return true;
    if (seen.insert(next).second)
      work.append(llvm::succ_begin(next), llvm::succ_end(next));
  }
  return false;
}

class ThreadFinder {
public:
  explicit ThreadFinder(Model &program) : model(program) {}

  void run() {
    entryFor(model.entry);
    for (const Function &function : model.functions)
      if (!function.isModel)
        for (LocationId id = function.first; id != function.last; ++id)
          if (const auto *call = llvm::dyn_cast<llvm::CallBase>(model.locations[id].instruction))
            visit(*call, id);
  }

private:
  Model &model;
  llvm::DenseMap<const llvm::Function *, bool> creators;
  llvm::DenseMap<const llvm::Function *, bool> repeated;

  void visit(const llvm::CallBase &call, LocationId id) {
    if (model.locations[id].kind == OpKind::Create) {
      const llvm::Function *callee = calleeOf(call);
      const unsigned routine = callee && callee->getName() == "thrd_create" ? 1 : 2;
      if (routine < call.arg_size())
        add(callablesOf(*call.getArgOperand(routine)), call, id);
      else
        add({}, call, id);
      return;
    }
    const llvm::Function *callee = calleeOf(call);
    if (callee && !callee->isIntrinsic() && !model.isUser(*callee) && creates(*callee))
      add(callableOfLibraryCall(call, *callee), call, id);
  }

  void add(const Callables &routines, const llvm::CallBase &call, LocationId id) {
    const bool looped = isInLoop(call) || runsRepeatedly(*call.getFunction());
    const auto addTo = [&](ThreadEntry &entry) {
      entry.creations.push_back(id);
      entry.inLoop |= looped;
    };
    if (routines.empty())
      addTo(entryFor(nullptr));
    for (const llvm::Function *routine : routines)
      addTo(entryFor(routine));
  }

  ThreadEntry &entryFor(const llvm::Function *function) {
    for (std::size_t i = 0; i < model.threads.size(); ++i)
      if (model.threads[i].function == function && (i != 0 || function != model.entry))
        return model.threads[i];
    ThreadEntry &entry = model.threads.emplace_back();
    entry.function = function;
    entry.shownName = "?";
    if (function) {
      const auto known = model.functionIds.find(function);
      entry.shownName = known == model.functionIds.end() ? shownName(function->getName())
                                                         : model.functions[known->second].shownName;
    }
    return entry;
  }

  /// Whether a library function makes a thread without going through user code: then the user's
  /// call of it is the creation (`std::thread::thread`, `std::async`, `vector::emplace_back`).
  bool creates(const llvm::Function &function) {
    if (model.isUser(function) || function.isDeclaration())
      return false;
    const auto [known, isNew] = creators.try_emplace(&function, false);
    if (!isNew)
      return known->second;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call ? calleeOf(*call) : nullptr;
      if (call && (classify(*call) == OpKind::Create || (callee && creates(*callee))))
        return creators[&function] = true;
    }
    return false;
  }

  Callables callableOfLibraryCall(const llvm::CallBase &call, const llvm::Function &callee) {
    for (const llvm::Use &argument : call.args()) {
      Callables named;
      for (const llvm::Function *function : callablesOf(*argument))
        if (model.isUser(*function))
          named.insert(function);
      if (!named.empty())
        return named;
    }
    Callables invoked;
    llvm::DenseSet<const llvm::Value *> seen;
    findInvoked(callee, invoked, seen);
    return invoked;
  }

  /// libstdc++ calls every callable, be it a lambda or an object with a call operator, in an
  /// instance of std::__invoke_impl, which the thread's state reaches through its vtable.
  void findInvoked(const llvm::Function &function, Callables &invoked,
                   llvm::DenseSet<const llvm::Value *> &seen) {
    const bool invokes = function.getName().contains("__invoke_impl");
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      for (const llvm::Use &operand : instruction.operands())
        follow(*operand, invokes, invoked, seen);
  }

  void follow(const llvm::Value &value, bool invokes, Callables &invoked,
              llvm::DenseSet<const llvm::Value *> &seen) {
    const auto *constant = llvm::dyn_cast<llvm::Constant>(&value);
    if (!constant)
      return;
    if (const auto *function = llvm::dyn_cast<llvm::Function>(constant)) {
      if (model.isUser(*function)) {
        if (invokes)
          invoked.insert(function);
        return;
      }
      if (seen.insert(function).second)
        findInvoked(*function, invoked, seen);
      return;
    }
    if (!seen.insert(constant).second)
      return;
    if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(constant))
      if (!global->hasInitializer())
        return;
    for (const llvm::Use &operand : constant->operands())
      follow(*operand, false, invoked, seen);
  }

  /// Whether some chain of direct calls runs the function in a loop.
  bool runsRepeatedly(const llvm::Function &function) {
    const auto [known, isNew] = repeated.try_emplace(&function, false);
    if (!isNew)
      return known->second;
    for (const llvm::User *user : function.users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call || call->getCalledOperand() != &function)
        continue;
      if (isInLoop(*call) || runsRepeatedly(*call->getFunction()))
        return repeated[&function] = true;
    }
    return false;
  }
};

} // namespace

void findThreads(Model &model) {
  ThreadFinder(model).run();
}

} // namespace heddle::program
