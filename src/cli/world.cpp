#include "cli/world.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/xxhash.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using support::Failure;

std::string absolutePath(const fs::path &path) {
  return fs::absolute(path).lexically_normal().string();
}

/// All files below a directory, by name, so that every run gets them in the same order.
support::Outcome<std::vector<trace::Given>> filesBelow(const std::string &name,
                                                       const fs::path &directory) {
  std::vector<trace::Given> found;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->is_regular_file(error))
      found.push_back({name + "/" + fs::relative(entry->path(), directory).string(),
                       absolutePath(entry->path()),
                       {}});
  if (error)
    return Failure{fmt::format("--file {}: cannot read directory '{}': {}", name,
                               directory.string(), error.message()),
                   {}};
  std::ranges::sort(found, {}, &trace::Given::name);
  return found;
}

} // namespace

void addWorldOptions(CLI::App &command, WorldOptions &options,
                     std::vector<std::string> &arguments) {
  // `split` has put a colon before each, so that any text is a value (cli/arguments.h).
  command
      .add_option_function<std::vector<std::string>>(
          "--args",
          [&arguments](const std::vector<std::string> &given) {
            for (const std::string &one : given)
              arguments.push_back(one.substr(1));
          },
          "arguments of the program: everything up to '--' or the end of the line")
      ->type_name("ARGS...")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--file", options.files,
                  "a file the program finds under NAME, with the contents of PATH (a directory: "
                  "all files in it); may be given several times")
      ->type_name("NAME=PATH")
      ->allow_extra_args(false);
  command.add_option("--stdin", options.input, "what the program reads from standard input")
      ->type_name("PATH");
}

support::Outcome<std::vector<trace::Given>> listGiven(const WorldOptions &options) {
  std::vector<trace::Given> given;
  for (const std::string &one : options.files) {
    const std::size_t equals = one.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == one.size())
      return Failure{fmt::format("--file '{}' must be NAME=PATH", one),
                     "for example --file input.txt=tests/input.txt"};
    const std::string name = one.substr(0, equals);
    const fs::path path = one.substr(equals + 1);
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      given.push_back({name, absolutePath(path), {}});
      continue;
    }
    const auto below = filesBelow(name, path);
    if (!below)
      return below.failure();
    given.insert(given.end(), below->begin(), below->end());
  }
  if (!options.input.empty())
    given.push_back({"", absolutePath(options.input), {}});
  return given;
}

support::Outcome<std::shared_ptr<const vm::World>> readWorld(std::vector<trace::Given> &given) {
  auto world = std::make_shared<vm::World>();
  for (trace::Given &one : given) {
    const auto read = llvm::MemoryBuffer::getFile(one.path, false, false);
    if (!read)
      return Failure{fmt::format("cannot read '{}', given to the program as {}: {}", one.path,
                                 one.name.empty() ? "standard input" : "'" + one.name + "'",
                                 read.getError().message()),
                     {}};
    const std::string bytes = (*read)->getBuffer().str();
    const std::string hash = fmt::format("{:016x}", llvm::xxh3_64bits(llvm::StringRef(bytes)));
    if (!one.hash.empty() && one.hash != hash)
      return Failure{
          fmt::format("'{}' has changed since the test was written, so it does not fit", one.path),
          "run 'heddle check' again to get a new one"};
    one.hash = hash;
    if (one.name.empty())
      world->input = bytes;
    else
      world->files.push_back({one.name, bytes});
  }
  return std::shared_ptr<const vm::World>(std::move(world));
}

} // namespace heddle::cli
