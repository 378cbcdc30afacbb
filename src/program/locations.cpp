// Gives every instruction its dense id, its lasting name and its place in the sources.
#include "program/internal.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <map>

namespace heddle::program {
namespace {

/// The path as a person would type it: relative to the working directory when the file is below.
std::string shownPath(const llvm::DIFile &file) {
  llvm::SmallString<256> path(file.getFilename());
  if (path.empty())
    return {};
  if (llvm::sys::path::is_relative(path)) {
    llvm::SmallString<256> whole(file.getDirectory());
    llvm::sys::path::append(whole, path);
    path = whole;
  }
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/false);
  llvm::SmallString<256> here;
  if (llvm::sys::fs::current_path(here))
    return path.str().str();
  here += llvm::sys::path::get_separator();
  llvm::StringRef shown = path;
  shown.consume_front(here);
  return shown.str();
}

/// Code that the compiler adds has no line of its own: it gets that of the code before it.
const llvm::DILocation *debugLocation(const llvm::Instruction &instruction) {
  if (!instruction.getFunction()->getSubprogram())
    return nullptr;
  for (const llvm::Instruction *at = &instruction; at; at = at->getPrevNode()) {
    const llvm::DILocation *location = at->getDebugLoc();
    if (location && location->getLine() != 0)
      return location;
  }
  return nullptr;
}

void setPlace(Model &model, Location &location) {
  const llvm::DILocation *debug = debugLocation(*location.instruction);
  for (const llvm::DILocation *at = debug; at; at = at->getInlinedAt())
    model.fileId(at->getFile());
  if (debug) {
    debug = userLocation(*debug);
    location.file = model.fileId(debug->getFile());
    location.line = debug->getLine();
    location.column = debug->getColumn();
  } else if (const llvm::DISubprogram *subprogram =
                 location.instruction->getFunction()->getSubprogram()) {
    location.file = model.fileId(subprogram->getFile());
    location.line = subprogram->getLine();
  }
}

/// Overloads are told apart by their parameters; everything else goes without.
void nameFunctions(std::vector<Function> &functions) {
  std::map<std::string, std::string> fullNames;
  std::map<std::string, bool> overloaded;
  for (Function &function : functions) {
    const llvm::DISubprogram *subprogram = function.function->getSubprogram();
    const bool mangled = llvm::StringRef(function.name).starts_with("_Z");
    // The linker may have renamed one of two static functions of the same name.
    const bool named = !mangled && subprogram && !subprogram->getName().empty();
    function.shownName = shownName(named ? subprogram->getName().str() : function.name);
    if (!mangled)
      continue;
    std::string full = fullName(function.name);
    const auto [known, isNew] = fullNames.try_emplace(function.shownName, full);
    if (!isNew && known->second != full)
      overloaded[function.shownName] = true;
  }
  for (Function &function : functions)
    if (overloaded.contains(function.shownName))
      function.shownName = fullName(function.name);
}

} // namespace

const llvm::DILocation *userLocation(const llvm::DILocation &location) {
  for (const llvm::DILocation *at = &location; at; at = at->getInlinedAt())
    if (!isLibraryFile(at->getFilename()))
      return at;
  return &location;
}

std::uint32_t Model::fileId(const llvm::DIFile *file) {
  if (!file)
    return 0;
  const auto [known, isNew] = fileIds.try_emplace(file, 0);
  if (!isNew)
    return known->second;
  std::string path = shownPath(*file);
  for (std::uint32_t id = 0; id < files.size(); ++id)
    if (files[id] == path)
      return known->second = id;
  files.push_back(std::move(path));
  return known->second = static_cast<std::uint32_t>(files.size() - 1);
}

void numberLocations(Model &model) {
  model.files.emplace_back();
  for (const llvm::Function &function : model.unit.module()) {
    if (function.isDeclaration())
      continue;
    const auto id = static_cast<FunctionId>(model.functions.size());
    Function &added = model.functions.emplace_back();
    added.function = &function;
    added.name = function.getName().str();
    added.isModel = isLibrary(function);
    added.isAtomic = function.getName().starts_with("__VERIFIER_atomic_") &&
                     kindOfFunction(function.getName()) == OpKind::None;
    added.first = static_cast<LocationId>(model.locations.size());
    std::uint32_t next = 0;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      model.locationIds[&instruction] = static_cast<LocationId>(model.locations.size());
      Location &location = model.locations.emplace_back();
      location.instruction = &instruction;
      location.function = id;
      location.kind = classify(instruction);
      if (isNumbered(location.kind))
        location.ordinal = next++;
      setPlace(model, location);
    }
    added.last = static_cast<LocationId>(model.locations.size());
    model.functionIds[&function] = id;
    model.functionsByName[added.name] = id;
  }
  nameFunctions(model.functions);
}

} // namespace heddle::program
