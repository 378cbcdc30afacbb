// What a program under test is given from outside: arguments, files, standard input.
#pragma once

#include "support/outcome.h"
#include "trace/test.h"
#include "vm/options.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

struct WorldOptions {
  std::vector<std::string> files; ///< NAME=PATH
  std::string input;              ///< The path of what stands for standard input.
};

/// --args, --file, --stdin.
void addWorldOptions(CLI::App &command, WorldOptions &options, std::vector<std::string> &arguments);

/// Where the bytes come from, as a test keeps it. A directory stands for the files in it.
support::Outcome<std::vector<trace::Given>> listGiven(const WorldOptions &options);

/// Reads them. Fills in hashes that are empty; one that is not must fit.
support::Outcome<std::shared_ptr<const vm::World>> readWorld(std::vector<trace::Given> &given);

} // namespace heddle::cli
