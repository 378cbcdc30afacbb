// Reads a compilation database (compile_commands.json).
#pragma once

#include "frontend/compile.h"
#include "support/outcome.h"

#include <string>
#include <vector>

namespace heddle::frontend {

class CompileCommands {
public:
  /// Reads `directory`/compile_commands.json.
  static support::Outcome<CompileCommands> read(const std::string &directory);

  /// How `file` is compiled; a Failure if the database does not know it.
  support::Outcome<CompileJob> jobFor(const std::string &file) const;
  const std::vector<CompileJob> &jobs() const { return known; }

private:
  std::string path;
  std::vector<CompileJob> known; ///< With absolute `file`.
};

/// The flags that say what the program means, without those that say what to make of it: output,
/// dependency files, optimisation, instrumentation, and the input `file` (absolute) itself.
std::vector<std::string> meaningfulFlags(const std::vector<std::string> &arguments,
                                         const std::string &directory, const std::string &file);

} // namespace heddle::frontend
