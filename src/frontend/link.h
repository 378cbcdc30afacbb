// Joins the modules of several files into one.
#pragma once

#include "support/outcome.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace heddle::frontend {

struct NamedModule {
  std::string file;
  std::unique_ptr<llvm::Module> module;
};

/// All modules as one; there is at least one, and they share a context. A symbol that two files
/// define is a Failure that names both.
support::Outcome<std::unique_ptr<llvm::Module>> linkAll(std::vector<NamedModule> parts);

/// Links `source` into `target`, with the linker's own complaint as the Failure. `onlyNeeded`
/// takes only what `target` refers to and does not define.
support::Done linkInto(llvm::Module &target, std::unique_ptr<llvm::Module> source, bool onlyNeeded);

} // namespace heddle::frontend
