#include "program/marks.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace heddle::program {

namespace {

template <class... T>
llvm::FunctionCallee declare(llvm::Module &module, std::string_view name, T... parameters) {
  return module.getOrInsertFunction(llvm::StringRef(name),
                                    llvm::Type::getVoidTy(module.getContext()), parameters...);
}

bool isMark(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && (callee->getName() == llvm::StringRef(markFunction) ||
                    callee->getName() == llvm::StringRef(targetFunction));
}

} // namespace

support::Outcome<Program> withMarks(const Program &program, std::span<const Mark> marks,
                                    unsigned targets) {
  support::Outcome<frontend::Unit> unit = copyOf(program);
  if (!unit)
    return unit.failure();
  llvm::Module &module = unit->module();
  // The copy has the same functions with the same instructions.
  std::vector<llvm::Instruction *> places;
  places.reserve(program.locations().size());
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      places.push_back(&instruction);
  llvm::Type *number = llvm::Type::getInt32Ty(module.getContext());
  const llvm::FunctionCallee tell = declare(module, markFunction, number);
  const llvm::FunctionCallee stand =
      declare(module, targetFunction, llvm::Type::getInt64Ty(module.getContext()), number);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    llvm::Instruction *place = places[marks[i].before];
    llvm::IRBuilder<> builder(place);
    builder.SetCurrentDebugLocation(place->getDebugLoc());
    if (marks[i].targets)
      builder.CreateCall(stand, {builder.getInt64(marks[i].targets), builder.getInt32(targets)});
    else
      builder.CreateCall(tell, builder.getInt32(static_cast<std::uint32_t>(i)));
  }
  return Program::build(std::move(*unit));
}

std::vector<LocationId> unmarked(const Program &marked, const Program &program) {
  std::vector<LocationId> result;
  result.reserve(marked.locations().size());
  LocationId next = 0;
  for (const Location &location : marked.locations())
    result.push_back(isMark(*location.instruction) ? next : next++);
  return next == program.locations().size() ? result : std::vector<LocationId>{};
}

} // namespace heddle::program
