#include "program/program.h"

#include "program/internal.h"
#include "program/variables.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

namespace heddle::program {

Program::Program(std::unique_ptr<Model> built) : model(std::move(built)) {}
Program::Program(Program &&) noexcept = default;
Program &Program::operator=(Program &&) noexcept = default;
Program::~Program() = default;

support::Outcome<Program> Program::build(frontend::Unit unit) {
  auto model = std::make_unique<Model>(std::move(unit));
  const std::string &entry = model->unit.entryName();
  model->entry = model->unit.module().getFunction(entry);
  if (!model->entry || model->entry->isDeclaration())
    return support::Failure{"the program has no function '" + entry + "' to start in", {}};
  numberLocations(*model);
  findThreads(*model);
  findAccesses(*model);
  return Program(std::move(model));
}

bool Model::isUser(const llvm::Function &function) const {
  const auto found = functionIds.find(&function);
  return found != functionIds.end() && !functions[found->second].isModel;
}

LocationId Model::locationOf(const llvm::Instruction &instruction) const {
  const auto found = locationIds.find(&instruction);
  return found == locationIds.end() ? noLocation : found->second;
}

frontend::Unit &Program::unit() {
  return model->unit;
}
const frontend::Unit &Program::unit() const {
  return model->unit;
}
const llvm::Function &Program::entry() const {
  return *model->entry;
}

std::span<const Function> Program::functions() const {
  return model->functions;
}

std::optional<FunctionId> Program::functionOf(const llvm::Function &function) const {
  const auto found = model->functionIds.find(&function);
  return found == model->functionIds.end() ? std::nullopt : std::optional(found->second);
}

std::optional<FunctionId> Program::functionNamed(std::string_view linkageName) const {
  const auto found = model->functionsByName.find(linkageName);
  return found == model->functionsByName.end() ? std::nullopt : std::optional(found->second);
}

std::span<const Location> Program::locations() const {
  return model->locations;
}

LocationId Program::locationOf(const llvm::Instruction &instruction) const {
  return model->locationOf(instruction);
}

std::optional<LocationId> Program::find(std::string_view function, std::uint32_t ordinal) const {
  const std::optional<FunctionId> id = functionNamed(function);
  if (!id)
    return std::nullopt;
  const Function &found = model->functions[*id];
  for (LocationId at = found.first; at != found.last; ++at)
    if (model->locations[at].ordinal == ordinal && isNumbered(model->locations[at].kind))
      return at;
  return std::nullopt;
}

std::span<const std::string> Program::files() const {
  return model->files;
}

Place Program::place(LocationId id) const {
  const Location &location = model->locations[id];
  Place place{model->files[location.file], location.line, location.column,
              model->functions[location.function].shownName};
  if (place.line == 0)
    place.instruction = id - model->functions[location.function].first + 1;
  const llvm::DILocation *debug = location.instruction->getDebugLoc();
  debug = debug ? userLocation(*debug) : nullptr;
  if (debug && debug->getInlinedAt())
    if (const llvm::DISubprogram *inlined = debug->getScope()->getSubprogram())
      place.function = inlined->getName().str();
  return place;
}

std::vector<Place> Program::inlinedAt(LocationId id) const {
  std::vector<Place> places;
  const llvm::DILocation *debug = model->locations[id].instruction->getDebugLoc();
  debug = debug ? userLocation(*debug)->getInlinedAt() : nullptr;
  for (; debug; debug = debug->getInlinedAt()) {
    Place &place = places.emplace_back();
    place.file = model->files[model->fileIds.lookup(debug->getFile())];
    place.line = debug->getLine();
    place.column = debug->getColumn();
    const llvm::DISubprogram *scope = debug->getScope()->getSubprogram();
    place.function = debug->getInlinedAt() && scope
                         ? scope->getName().str()
                         : model->functions[model->locations[id].function].shownName;
  }
  return places;
}

std::string_view Program::sourceLine(LocationId id) const {
  const Location &location = model->locations[id];
  return model->sources.line(model->files[location.file], location.line).value_or("");
}

const support::SourceText &Program::sources() const {
  return model->sources;
}
std::span<const ThreadEntry> Program::threads() const {
  return model->threads;
}
std::span<const Access> Program::accesses() const {
  return model->accesses;
}

std::span<const llvm::GlobalVariable *const> Program::sharedGlobals() const {
  return model->sharedGlobals;
}

Place Program::placeOf(const llvm::GlobalVariable &global) const {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> expressions;
  global.getDebugInfo(expressions);
  if (expressions.empty())
    return {};
  const llvm::DIGlobalVariable *variable = expressions.front()->getVariable();
  return {model->files[model->fileIds.lookup(variable->getFile())], variable->getLine(), 0, {}, 0};
}

std::string Program::nameOf(const llvm::Value &address) const {
  return nameOfObject(address);
}

} // namespace heddle::program
