// The door of the front end: source files, .ll and .bc become one normalised LLVM module.
#pragma once

#include "support/outcome.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class LLVMContext;
class Module;
} // namespace llvm

namespace heddle::frontend {

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> flags;  ///< Compiler flags, what stands after `--`.
  std::string compileCommands;     ///< Directory of a compile_commands.json (`-p`), or empty.
  std::string entry = "main";      ///< The function the program starts in.
  std::vector<std::string> models; ///< Directories of the user's own models (`--models`).
  bool warnings = true;            ///< Show clang's warnings on standard error.
  bool keepsUserCode = false;      ///< The unit shall have `userCode`.
};

/// The program as one verified, normalised module, with the models it needs linked in.
class Unit {
public:
  Unit(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
       std::string hash, std::string entry);
  Unit(Unit &&) noexcept;
  Unit &operator=(Unit &&) noexcept;
  ~Unit();

  llvm::Module &module() { return *owned; }
  const llvm::Module &module() const { return *owned; }
  /// Hash of the normalised user module without debug info and without models: what a test file
  /// is bound to. A comment or a moved line does not change it.
  const std::string &hash() const { return userHash; }
  const std::string &entryName() const { return entry; }
  /// Bitcode of the normalised user module before models came in; empty unless it was asked for.
  const std::string &userCode() const { return bitcode; }
  void setUserCode(std::string code) { bitcode = std::move(code); }

private:
  std::unique_ptr<llvm::LLVMContext> context; ///< Must outlive the module.
  std::unique_ptr<llvm::Module> owned;
  std::string userHash;
  std::string entry;
  std::string bitcode;
};

/// Compiles, links, verifies and normalises. Every bad input is a Failure whose message names the
/// file and the problem.
support::Outcome<Unit> load(const Options &options);

/// The same for a module that is in memory already: normalises it and links the models in. `name`
/// stands for a file in messages; `models` are directories as in the options.
support::Outcome<Unit> adopt(std::unique_ptr<llvm::LLVMContext> context,
                             std::unique_ptr<llvm::Module> module, const std::string &name,
                             const std::string &entry = "main",
                             const std::vector<std::string> &models = {});

/// Whether the function came from the models and not from the user's program.
bool isModel(const llvm::Function &function);
bool isModel(const llvm::GlobalVariable &variable);

} // namespace heddle::frontend
