// Runs clang on one source file.
#pragma once

#include "frontend/memory_file.h"
#include "support/outcome.h"

#include <memory>
#include <string>
#include <vector>

namespace heddle::frontend {

/// A source file and how it is compiled.
struct CompileJob {
  std::string file;
  std::string directory; ///< Where relative paths start; empty for the current directory.
  std::vector<std::string> flags;
  bool cxx = false;
};

struct Compiled {
  std::unique_ptr<llvm::MemoryBuffer> bitcode;
  std::string diagnostics; ///< Warnings; empty if there were none.
};

/// The compiler and what every job shares: where clang is, the header of programs under test.
class Compiler {
public:
  static support::Outcome<Compiler> create(bool warnings);

  support::Outcome<Compiled> compile(const CompileJob &job) const;

private:
  Compiler(std::string clang, std::string clangxx, std::vector<MemoryFile> headers,
           MemoryFile overlay, bool warnings);
  std::vector<std::string> arguments(const CompileJob &job) const;

  std::string clang;
  std::string clangxx;
  std::vector<MemoryFile> headers; ///< heddle.h, as the overlay shows it to clang.
  MemoryFile overlay; ///< Puts the header into the include path without a file on disk.
  bool warnings;
};

} // namespace heddle::frontend
