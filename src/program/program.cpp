#include "program/program.h"

#include "program/internal.h"
#include "program/variables.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace heddle::program {

Program::Program(std::unique_ptr<Impl> built) : impl(std::move(built)) {}
Program::Program(Program &&) noexcept = default;
Program &Program::operator=(Program &&) noexcept = default;
Program::~Program() = default;

support::Outcome<Program> Program::build(frontend::Unit unit) {
  auto impl = std::make_unique<Impl>(std::move(unit));
  const std::string &entry = impl->unit.entryName();
  impl->entry = impl->unit.module().getFunction(entry);
  if (!impl->entry || impl->entry->isDeclaration())
    return support::Failure{"the program has no function '" + entry + "' to start in", {}};
  numberLocations(*impl);
  findThreads(*impl);
  findAccesses(*impl);
  return Program(std::move(impl));
}

bool Program::Impl::isUser(const llvm::Function &function) const {
  const auto found = functionIds.find(&function);
  return found != functionIds.end() && !functions[found->second].isModel;
}

LocationId Program::Impl::locationOf(const llvm::Instruction &instruction) const {
  const auto found = locationIds.find(&instruction);
  return found == locationIds.end() ? noLocation : found->second;
}

frontend::Unit &Program::unit() { return impl->unit; }
const frontend::Unit &Program::unit() const { return impl->unit; }
const llvm::Function &Program::entry() const { return *impl->entry; }

std::span<const Function> Program::functions() const { return impl->functions; }

std::optional<FunctionId> Program::functionOf(const llvm::Function &function) const {
  const auto found = impl->functionIds.find(&function);
  return found == impl->functionIds.end() ? std::nullopt : std::optional(found->second);
}

std::optional<FunctionId> Program::functionNamed(std::string_view linkageName) const {
  const auto found = impl->functionsByName.find(linkageName);
  return found == impl->functionsByName.end() ? std::nullopt : std::optional(found->second);
}

std::span<const Location> Program::locations() const { return impl->locations; }

LocationId Program::locationOf(const llvm::Instruction &instruction) const {
  return impl->locationOf(instruction);
}

std::optional<LocationId> Program::find(std::string_view function, std::uint32_t ordinal) const {
  const std::optional<FunctionId> id = functionNamed(function);
  if (!id)
    return std::nullopt;
  const Function &found = impl->functions[*id];
  for (LocationId at = found.first; at != found.last; ++at)
    if (impl->locations[at].ordinal == ordinal && isNumbered(impl->locations[at].kind))
      return at;
  return std::nullopt;
}

std::span<const std::string> Program::files() const { return impl->files; }

Place Program::place(LocationId id) const {
  const Location &location = impl->locations[id];
  Place place{impl->files[location.file], location.line, location.column,
              impl->functions[location.function].shownName};
  const llvm::DILocation *debug = location.instruction->getDebugLoc();
  if (debug && debug->getInlinedAt())
    if (const llvm::DISubprogram *inlined = debug->getScope()->getSubprogram())
      place.function = inlined->getName().str();
  return place;
}

std::vector<Place> Program::inlinedAt(LocationId id) const {
  std::vector<Place> places;
  const llvm::DILocation *debug = impl->locations[id].instruction->getDebugLoc();
  for (debug = debug ? debug->getInlinedAt() : nullptr; debug; debug = debug->getInlinedAt()) {
    Place &place = places.emplace_back();
    place.file = impl->files[impl->fileIds.lookup(debug->getFile())];
    place.line = debug->getLine();
    place.column = debug->getColumn();
    const llvm::DISubprogram *scope = debug->getScope()->getSubprogram();
    place.function = debug->getInlinedAt() && scope
                         ? scope->getName().str()
                         : impl->functions[impl->locations[id].function].shownName;
  }
  return places;
}

std::string_view Program::sourceLine(LocationId id) const {
  const Location &location = impl->locations[id];
  return impl->sources.line(impl->files[location.file], location.line).value_or("");
}

const support::SourceText &Program::sources() const { return impl->sources; }
std::span<const ThreadEntry> Program::threads() const { return impl->threads; }
std::span<const Access> Program::accesses() const { return impl->accesses; }

std::span<const llvm::GlobalVariable *const> Program::sharedGlobals() const {
  return impl->sharedGlobals;
}

Place Program::placeOf(const llvm::GlobalVariable &global) const {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> expressions;
  global.getDebugInfo(expressions);
  if (expressions.empty())
    return {};
  const llvm::DIGlobalVariable *variable = expressions.front()->getVariable();
  return {impl->files[impl->fileIds.lookup(variable->getFile())], variable->getLine(), 0, {}};
}

std::string Program::nameOf(const llvm::Value &address) const { return nameOfObject(address); }

} // namespace heddle::program
