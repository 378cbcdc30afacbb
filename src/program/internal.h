// What the files of this room share: the data behind Program and the passes that fill it.
#pragma once

#include "program/program.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>

namespace llvm {
class CallBase;
class DIFile;
class DILocation;
} // namespace llvm

namespace heddle::program {

struct Model {
  explicit Model(frontend::Unit loaded) : unit(std::move(loaded)) {}

  frontend::Unit unit;
  const llvm::Function *entry = nullptr;
  std::vector<Function> functions;
  llvm::DenseMap<const llvm::Function *, FunctionId> functionIds;
  llvm::StringMap<FunctionId> functionsByName;
  std::vector<Location> locations;
  llvm::DenseMap<const llvm::Instruction *, LocationId> locationIds;
  std::vector<std::string> files;
  llvm::DenseMap<const llvm::DIFile *, std::uint32_t> fileIds;
  support::SourceText sources;
  std::vector<ThreadEntry> threads;
  std::vector<Access> accesses;
  std::vector<const llvm::GlobalVariable *> sharedGlobals;

  /// The number of the file, which is added if it is new.
  std::uint32_t fileId(const llvm::DIFile *file);
  /// Whether the function is the user's own and has a body.
  bool isUser(const llvm::Function &function) const;
  LocationId locationOf(const llvm::Instruction &instruction) const;
};

/// Fills functions, locations and files.
void numberLocations(Model &model);
/// Fills threads; needs locations.
void findThreads(Model &model);
/// Fills sharedGlobals and accesses; needs locations and threads.
void findAccesses(Model &model);

/// What the instruction does.
OpKind classify(const llvm::Instruction &instruction);
/// What a call of a C++ library function amounts to, by its demangled name ("std::mutex::lock");
/// Call if nothing is known.
OpKind kindOfLibraryCall(std::string_view demangled);

/// The function a call names directly, seen through casts; null for an indirect call.
const llvm::Function *calleeOf(const llvm::CallBase &call);

/// Whether the path is one of a system header (or of heddle's own).
bool isLibraryFile(std::string_view path);
bool isLibrary(const llvm::Function &function);
bool isLibrary(const llvm::GlobalVariable &global);

/// Library code that was inlined (std::atomic<int>::load) counts as its caller's line: the
/// innermost place on the way out that is the user's, or the place itself.
const llvm::DILocation *userLocation(const llvm::DILocation &location);

/// The name with its parameters, to tell overloads apart: "add(int)".
std::string fullName(std::string_view linkageName);

} // namespace heddle::program
