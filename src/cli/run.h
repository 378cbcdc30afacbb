// The whole command line: from arguments to exit code.
#pragma once

#include "support/exit_codes.h"

#include <string>
#include <vector>

namespace heddle::cli {

/// `arguments` without the name of the program.
support::ExitCode run(const std::vector<std::string> &arguments);

} // namespace heddle::cli
