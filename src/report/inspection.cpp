#include "report/inspection.h"

#include <algorithm>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <set>

namespace heddle::report {
namespace {

/// Constants may wrap the global on its way to an instruction (an address inside a struct).
void collectUsers(const program::Program &program, const llvm::Value &value,
                  std::set<program::FunctionId> &functions) {
  for (const llvm::User *user : value.users()) {
    if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      if (const auto function = program.functionOf(*instruction->getFunction()))
        functions.insert(*function);
    } else if (!llvm::isa<llvm::GlobalVariable>(user)) {
      collectUsers(program, *user, functions);
    }
  }
}

SharedGlobal sharedGlobal(const program::Program &program, const llvm::GlobalVariable &global) {
  const program::Place place = program.placeOf(global);
  SharedGlobal shared{
      program.nameOf(global), {place.file, place.line, place.column, {}, false, 0}, {}};
  std::set<program::FunctionId> users;
  collectUsers(program, global, users);
  for (const program::FunctionId user : users)
    if (!program.functions()[user].isModel)
      shared.functions.push_back(program.functions()[user].shownName);
  return shared;
}

bool same(const Access &a, const Access &b) {
  return a.kind == b.kind && a.variable == b.variable && a.place.file == b.place.file &&
         a.place.line == b.place.line && a.place.column == b.place.column &&
         a.place.function == b.place.function && a.place.instruction == b.place.instruction;
}

} // namespace

Place placeOf(const program::Program &program, program::LocationId location) {
  program::Place place = program.place(location);
  const program::Function &function = program.functions()[program.location(location).function];
  return {std::move(place.file),     place.line,       place.column,
          std::move(place.function), function.isModel, place.instruction};
}

Inspection inspect(const program::Program &program) {
  Inspection inspection;
  for (const program::ThreadEntry &entry : program.threads()) {
    ThreadEntry &thread = inspection.threads.emplace_back();
    thread.function = entry.shownName;
    thread.inLoop = entry.inLoop;
    for (const program::LocationId creation : entry.creations)
      thread.creations.push_back(placeOf(program, creation));
  }
  for (const llvm::GlobalVariable *global : program.sharedGlobals())
    inspection.sharedGlobals.push_back(sharedGlobal(program, *global));
  for (const program::Access &access : program.accesses()) {
    Access added{std::string(program::name(access.kind)), placeOf(program, access.location),
                 access.variable};
    // One atomic operation of the source is one instruction for each memory order it may take.
    if (inspection.accesses.empty() || !same(inspection.accesses.back(), added))
      inspection.accesses.push_back(std::move(added));
  }
  return inspection;
}

} // namespace heddle::report
