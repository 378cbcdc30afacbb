#include "analysis/threads.h"

#include "analysis/creations.h"
#include "analysis/library.h"
#include "analysis/scope.h"
#include "analysis/wrappers.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <utility>

namespace heddle::analysis {

namespace {
using Functions = llvm::SmallSetVector<const llvm::Function *, 8>;

void addFunctions(const PointsTo &pointers, const llvm::Value &value, Functions &to) {
  for (const ObjectId id : pointers.objectsOf(value))
    if (pointers.object(id).kind == ObjectKind::Function)
      to.insert(llvm::cast<llvm::Function>(pointers.object(id).value));
}

/// Whether a function without a body may call what it is handed in this argument, whenever it
/// likes. Of those of the library it is known what they do.
bool mayCallBack(const llvm::Function &function, unsigned argument) {
  const LibraryBehaviour behaviour = behaviourOf(function.getName());
  return !behaviour.isKnown || std::ranges::any_of(behaviour.acts, [&](const LibraryAct &act) {
    const bool keeps = act.kind == LibraryAct::Call || act.kind == LibraryAct::AddDestructor ||
                       act.kind == LibraryAct::PushCleanup;
    return keeps && act.a == argument;
  });
}

/// What functions without a body are given to call, and what is called before and after main and at
/// the end of everything.
Functions handedOut(const PointsTo &pointers) {
  Functions result;
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || llvm::isa<llvm::IntrinsicInst>(call))
        continue;
      for (const llvm::Function *callee : pointers.callees(*call))
        for (unsigned i = 0; callee->isDeclaration() && i < call->arg_size(); ++i)
          if (mayCallBack(*callee, i))
            addFunctions(pointers, *call->getArgOperand(i), result);
    }
  const llvm::Module &module = *pointers.reachable().front()->getParent();
  for (const char *name : {"llvm.global_ctors", "llvm.global_dtors", "__heddle_when_terminated"})
    if (const llvm::GlobalVariable *table = module.getGlobalVariable(name, true))
      for (const Target &target : pointers.contents(pointers.objectOf(*table)))
        if (pointers.object(target.object).kind == ObjectKind::Function)
          result.insert(llvm::cast<llvm::Function>(pointers.object(target.object).value));
  return result;
}
} // namespace

Threads Threads::find(const program::Program &program, const PointsTo &pointers) {
  Threads result;
  result.threads.emplace_back().routine = &program.entry();
  result.findCreations(pointers);
  result.findRunners(pointers);
  result.findDescendants();
  return result;
}

namespace {

/// What a creation may hand over to its thread, by the calls of the wrappers around it.
class Handover {
public:
  Handover(ScopeIndex &index, const ThreadAbout &chain)
      : pointers(index.pointers), isTold(!chain.calls.empty()), scope(index) {
    if (!isTold)
      return;
    const llvm::CallBase &anchor = *chain.anchor();
    for (const llvm::Use &argument : anchor.args())
      scope.add(*argument);
    for (const ObjectId object : index.madeBelow(anchor))
      scope.add(object);
    follow(*directCallee(anchor));
  }

  /// Of what the operand of the creation may be, what it may be in this case.
  std::vector<ObjectId> objectsOf(const llvm::Value &operand) const {
    std::vector<ObjectId> result = pointers.objectsOf(operand);
    std::erase_if(result, [&](ObjectId id) { return isTold && !scope.contains(id); });
    return result;
  }

private:
  void follow(const llvm::Function &root) {
    llvm::SmallSetVector<const llvm::Function *, 32> all;
    all.insert(&root);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const llvm::Function &function = *all[i];
      scope.add(function);
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          for (const llvm::Function *callee : pointers.callees(*call))
            all.insert(callee);
    }
  }

  const PointsTo &pointers;
  bool isTold;
  Scope scope;
};

/// The functions that a thread may run.
class Run {
public:
  Run(ScopeIndex &index, const ThreadAbout &thread) : pointers(index.pointers), scope(index) {
    if (thread.creation)
      for (const ObjectId object :
           Handover(index, thread).objectsOf(*thread.creation->getArgOperand(threadArgument)))
        scope.add(object);
    else
      for (const llvm::Argument &argument : thread.routine->args())
        scope.add(argument);
    visit(*thread.routine);
    for (bool grew = true; grew;) {
      grew = false;
      const auto waiting = std::exchange(doubtful, {});
      for (const llvm::Function *function : waiting) {
        grew |= scope.contains(pointers.objectOf(*function)) && !functions.contains(function);
        visitIfNamed(*function);
      }
    }
  }

  llvm::SmallSetVector<const llvm::Function *, 32> functions;

private:
  void visit(const llvm::Function &root) {
    if (!functions.insert(&root))
      return;
    for (std::size_t i = functions.size() - 1; i < functions.size(); ++i) {
      const llvm::Function &function = *functions[i];
      scope.add(function);
      for (const llvm::Instruction &instruction : llvm::instructions(function)) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (!call)
          continue;
        const bool isDirect = llvm::isa<llvm::Constant>(call->getCalledOperand());
        for (const llvm::Function *callee : pointers.callees(*call))
          if (isDirect || scope.contains(pointers.objectOf(*callee)))
            functions.insert(callee);
          else
            doubtful.insert(callee);
      }
    }
  }
  void visitIfNamed(const llvm::Function &function) {
    if (scope.contains(pointers.objectOf(function)))
      visit(function);
    else if (!functions.contains(&function))
      doubtful.insert(&function);
  }

  const PointsTo &pointers;
  Scope scope;
  /// Called through a pointer, in general, but by no pointer that this thread has so far.
  llvm::SmallSetVector<const llvm::Function *, 8> doubtful;
};

} // namespace

void Threads::findCreations(const PointsTo &pointers) {
  ScopeIndex index(pointers);
  for (ThreadAbout &chain : findCreationChains(pointers)) {
    const Handover handover(index, chain);
    for (const ObjectId id : handover.objectsOf(*chain.creation->getArgOperand(routineArgument))) {
      const AbstractObject &object = pointers.object(id);
      if (object.kind != ObjectKind::Function)
        continue;
      creations[chain.anchor()].push_back(static_cast<StaticThread>(threads.size()));
      chain.routine = llvm::cast<llvm::Function>(object.value);
      threads.push_back(chain);
    }
  }
  nobody.resize(static_cast<unsigned>(threads.size()));
  for (StaticThread thread = 1; thread < threads.size(); ++thread) {
    const ThreadAbout &about = threads[thread];
    if (about.calls.empty())
      continue;
    const auto wrap = [&](const llvm::CallBase &inner) {
      wrapping.try_emplace(inner.getFunction(), nobody).first->second.set(thread);
    };
    wrap(*about.creation);
    for (std::size_t i = 0; i + 1 < about.calls.size(); ++i)
      wrap(*about.calls[i]);
  }
}

void Threads::findRunners(const PointsTo &pointers) {
  ScopeIndex index(pointers);
  for (StaticThread thread = 0; thread < threads.size(); ++thread)
    for (const llvm::Function *function : Run(index, threads[thread]).functions)
      running.try_emplace(function, nobody).first->second.set(thread);
  // Handlers, destructors and what the library calls back: by anybody, at any moment.
  const auto callBack = [&](const llvm::Function &root) {
    llvm::SmallVector<const llvm::Function *, 32> work{&root};
    while (!work.empty()) {
      const llvm::Function *function = work.pop_back_val();
      if (!callbacks.try_emplace(function, true).second)
        continue;
      running.try_emplace(function, nobody).first->second.set();
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
          for (const llvm::Function *callee : pointers.callees(*call))
            work.push_back(callee);
    }
  };
  for (const llvm::Function *function : handedOut(pointers))
    callBack(*function);
  for (const llvm::Function *function : pointers.reachable())
    if (!running.contains(function))
      callBack(*function);
}

void Threads::findDescendants() {
  below.assign(threads.size(), nobody);
  for (StaticThread child = 1; child < threads.size(); ++child)
    for (const unsigned parent : runners(*threads[child].anchor()->getFunction()).set_bits())
      below[parent].set(child);
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BitVector &mine : below) {
      llvm::BitVector all = mine;
      for (const unsigned child : mine.set_bits())
        all |= below[child];
      changed |= all != mine;
      mine = all;
    }
  }
}

llvm::SmallVector<StaticThread, 1> Threads::createdAt(const llvm::CallBase &call) const {
  return creations.lookup(&call);
}

const llvm::BitVector &Threads::wrappedIn(const llvm::Function &function) const {
  const auto found = wrapping.find(&function);
  return found == wrapping.end() ? nobody : found->second;
}

llvm::SmallVector<StaticThread, 1>
Threads::madeAt(std::span<const llvm::Instruction *const> stack) const {
  llvm::SmallVector<StaticThread, 1> result;
  for (StaticThread thread = 1; thread < threads.size(); ++thread) {
    const ThreadAbout &about = threads[thread];
    if (stack.size() <= about.calls.size() || stack.front() != about.creation)
      continue;
    if (std::equal(about.calls.begin(), about.calls.end(), stack.begin() + 1))
      result.push_back(thread);
  }
  return result;
}

const llvm::BitVector &Threads::runners(const llvm::Function &function) const {
  const auto found = running.find(&function);
  return found == running.end() ? nobody : found->second;
}

} // namespace heddle::analysis
