// Takes the command line apart before the option parser sees it.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

struct Arguments {
  std::vector<std::string> own;   ///< What heddle itself is to understand.
  std::vector<std::string> flags; ///< What stands after `--`: for the compiler.
};

/// Splits at the first `--`. A `--json` that is followed by a program and not by a file to write
/// gets the `-` it means, so that `heddle inspect --json prog.c` prints and does not overwrite.
/// What follows `--args` is the program's, whatever it looks like: each word comes as
/// "--args=:WORD".
Arguments split(const std::vector<std::string> &arguments);

/// Whether the name looks like a program or a test rather than like a file to write.
bool looksLikeInput(const std::string &name);

} // namespace heddle::cli
