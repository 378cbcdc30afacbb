// `heddle init`: a .heddle.toml to start with.
#include "cli/common.h"
#include "cli/config.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char *text =
    R"(# Options for heddle, for the programs in this directory and below it. What is given on the command
# line wins. A key is the name of an option without its dashes; 'heddle check --help' lists them.
# Paths are meant from this directory. Take away the # in front of what you want.

# For the compiler, as after '--' on the command line.
# flags = ["-Iinclude", "-DN=3"]

# Or take flags from a compile_commands.json in this directory.
# compile-commands = "build"

# The function the program starts in, and its arguments.
# entry = "main"
# args = ["4", "input.txt"]

# Models for library functions that heddle does not know.
# models = ["models"]

[check]
# What to look for: assertion, deadlock, hang, race, memory, arithmetic, misuse, exception; and if
# you name them overflow, leak.
# property = ["assertion", "deadlock", "race"]

# How to search: auto, exhaustive, dpor, pct, random.
# strategy = "auto"

# Seconds, megabytes, threads.
# time = 300
# memory = 4096
# workers = 2

# Rounds of a loop, if they may be many.
# unroll = 10

# Go on after the first bug.
# all = true

# Where tests of what is found go.
# out = "heddle-out"
)";

support::ExitCode init(const std::string &directory) {
  std::error_code error;
  if (!fs::is_directory(directory, error))
    return fail({fmt::format("'{}' is no directory", directory), {}});
  const std::string file =
      directory == "." ? configName : (fs::path(directory) / configName).string();
  if (fs::exists(file, error))
    return fail({fmt::format("'{}' is there already, and is left as it is", file),
                 "edit it, or take it away first"});
  if (const support::Done written = writeFile(file, text, "options"); !written)
    return fail(written.failure());
  const support::Done said = writeOutput(
      fmt::format("wrote {}: all of it is comments, take away the # of what you want\n", file));
  return said ? support::ExitCode::Nothing : fail(said.failure());
}

} // namespace

Command addInit(CLI::App &root, const std::vector<std::string> &) {
  auto directory = std::make_shared<std::string>(".");
  CLI::App *app = root.add_subcommand("init", "write a .heddle.toml with options to choose from");
  app->add_option("DIR", *directory, "where (default: here)")->type_name("");
  return {app, [directory] { return init(*directory); }, false};
}

} // namespace heddle::cli
