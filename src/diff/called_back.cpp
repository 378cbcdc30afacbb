#include "diff/called_back.h"

#include "analysis/creations.h"
#include "analysis/stops.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace heddle::diff {

using program::OpKind;

std::vector<const llvm::Function *> functionsAt(const llvm::Value &pointer,
                                                const analysis::PointsTo &pointers) {
  std::vector<const llvm::Function *> result;
  for (const analysis::ObjectId id : pointers.objectsOf(pointer))
    if (const auto *function = llvm::dyn_cast_or_null<llvm::Function>(pointers.object(id).value))
      result.push_back(function);
  return result;
}

CalledBack::CalledBack(const analysis::Study &study) : study(study) {
  findConstructors();
  for (const llvm::Function *function : study.pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
          call && !llvm::isa<llvm::IntrinsicInst>(call))
        addCall(*call);
  const llvm::Module &module = study.program.unit().module();
  for (const char *name : {"llvm.global_dtors", "__heddle_when_terminated"})
    if (const llvm::GlobalVariable *table = module.getGlobalVariable(name, true))
      for (const analysis::Target &target :
           study.pointers.contents(study.pointers.objectOf(*table)))
        if (const auto *function =
                llvm::dyn_cast_or_null<llvm::Function>(study.pointers.object(target.object).value))
          wild.push_back(function);
  std::vector<const llvm::Function *> all = before;
  all.insert(all.end(), behind.begin(), behind.end());
  all.insert(all.end(), once.begin(), once.end());
  known = calledBy(all);
  unknown = calledBy(wild);
  findExiting();
}

void CalledBack::findConstructors() {
  const llvm::GlobalVariable *list =
      study.program.unit().module().getNamedGlobal("llvm.global_ctors");
  const auto *entries = list && list->hasInitializer()
                            ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer())
                            : nullptr;
  if (!entries)
    return;
  std::vector<std::tuple<std::uint64_t, std::size_t, const llvm::Function *>> found;
  for (const llvm::Use &entry : entries->operands()) {
    const auto *fields = llvm::cast<llvm::ConstantStruct>(entry);
    const auto *priority = llvm::dyn_cast<llvm::ConstantInt>(fields->getOperand(0));
    const auto *function =
        llvm::dyn_cast<llvm::Function>(fields->getOperand(1)->stripPointerCasts());
    if (function && !function->isDeclaration())
      found.emplace_back(priority ? priority->getZExtValue() : 0, found.size(), function);
  }
  std::ranges::sort(found);
  for (const auto &[priority, number, function] : found)
    before.push_back(function);
}

void CalledBack::addCall(const llvm::CallBase &call) {
  const auto add = [&](std::vector<const llvm::Function *> &to, unsigned argument) {
    for (const llvm::Function *function :
         functionsAt(*call.getArgOperand(argument), study.pointers))
      if (!function->isDeclaration() && std::ranges::find(to, function) == to.end())
        to.push_back(function);
  };
  for (const llvm::Function *callee : study.pointers.callees(call)) {
    if (!analysis::isLibraryFunction(*callee) && !callee->isDeclaration())
      continue;
    const OpKind kind = analysis::kindOfCall(call, *callee);
    hasLastThread |=
        kind == OpKind::ThreadExit && study.threads.runners(*call.getFunction()).test(0);
    const bool registers = callee->getName() == "atexit" || callee->getName() == "__cxa_atexit";
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (registers && i == 0)
        add(behind, i);
      else if (kind == OpKind::Once && i == 1)
        add(once, i);
      else if (!analysis::isCreation(*callee) || i != analysis::routineArgument)
        add(wild, i);
  }
}

CalledBack::Functions CalledBack::calledBy(const std::vector<const llvm::Function *> &roots) const {
  Functions result;
  std::vector<const llvm::Function *> work = roots;
  while (!work.empty()) {
    const llvm::Function *function = work.back();
    work.pop_back();
    if (!result.insert(function).second)
      continue;
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
        for (const llvm::Function *callee : study.pointers.callees(*call))
          work.push_back(callee);
  }
  return result;
}

void CalledBack::findExiting() {
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::Function *>> callers;
  std::vector<const llvm::Function *> work;
  for (const llvm::Function *function : study.pointers.reachable())
    for (const llvm::Instruction &at : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
        for (const llvm::Function *callee : study.pointers.callees(*call)) {
          callers[callee].push_back(function);
          if (analysis::kindOfCall(*call, *callee) == OpKind::Exit)
            work.push_back(function);
        }
  while (!work.empty()) {
    const llvm::Function *function = work.back();
    work.pop_back();
    if (exiting.insert(function).second)
      work.insert(work.end(), callers[function].begin(), callers[function].end());
  }
}

bool CalledBack::isAtAnyTime(const llvm::Function &function) const {
  return study.threads.isCalledBack(function) &&
         (unknown.contains(&function) || !known.contains(&function));
}

} // namespace heddle::diff
