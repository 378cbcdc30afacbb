// What the subcommands share: options, loading a program, printing a result.
#pragma once

#include "cli/formats.h"
#include "frontend/frontend.h"
#include "program/program.h"
#include "report/result.h"
#include "support/exit_codes.h"
#include "support/outcome.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::native {
struct Settings;
} // namespace heddle::native

namespace heddle::cli {

/// A subcommand. Its file declares the options on `app` and gives what to do once they are parsed.
struct Command {
  CLI::App *app = nullptr;
  std::function<support::ExitCode()> run;
  bool takesFlags = false; ///< Whether compiler flags after `--` mean something to it.
};

/// One for each file of a subcommand; run.cpp lists them. `flags` outlives the command.
using AddCommand = Command (*)(CLI::App &root, const std::vector<std::string> &flags);
Command addInspect(CLI::App &root, const std::vector<std::string> &flags);
Command addPairs(CLI::App &root, const std::vector<std::string> &flags);
Command addDefuse(CLI::App &root, const std::vector<std::string> &flags);
Command addQuery(CLI::App &root, const std::vector<std::string> &flags);
Command addDiff(CLI::App &root, const std::vector<std::string> &flags);
Command addCheck(CLI::App &root, const std::vector<std::string> &flags);
Command addReach(CLI::App &root, const std::vector<std::string> &flags);
Command addReplay(CLI::App &root, const std::vector<std::string> &flags);
Command addView(CLI::App &root, const std::vector<std::string> &flags);
Command addExplain(CLI::App &root, const std::vector<std::string> &flags);
Command addInit(CLI::App &root, const std::vector<std::string> &flags);
Command addCompletion(CLI::App &root, const std::vector<std::string> &flags);
Command addDescribe(CLI::App &root, const std::vector<std::string> &flags);
Command addRun(CLI::App &root, const std::vector<std::string> &flags);

/// Steps of an execution that nothing bounds.
inline constexpr std::uint64_t unbounded = ~std::uint64_t{0} >> 2;

/// FILES, -p, --entry, --models.
void addFrontendOptions(CLI::App &command, frontend::Options &options);

struct OutputOptions {
  std::string json; ///< A file, `-` for standard output, or empty.
  std::string html; ///< A file for the page, or empty.
  FormatOptions formats;
  bool pageOnly = false; ///< No text.
  bool quiet = false;
  bool verbose = false;
  bool fullStacks = false;
  bool stats = false;
  bool steps = false; ///< Every operation, however many.
};
/// --json.
void addOutputOptions(CLI::App &command, OutputOptions &options);
/// --html: for commands that have an execution to show.
void addPageOption(CLI::App &command, OutputOptions &options);
/// --quiet, --verbose, --stats: for commands that run the program.
void addDetailOptions(CLI::App &command, OutputOptions &options);

/// The program of the options.
support::Outcome<program::Program> loadProgram(const frontend::Options &options);

/// What is wrong with the files asked for, before anybody waits for them.
support::Done canWrite(const OutputOptions &options);

/// Writes the result where `--json` says.
support::Done writeJson(const report::Result &result, const OutputOptions &options);

/// Replays a test file and prints what came of it.
support::ExitCode replayTest(const std::string &test, const OutputOptions &options,
                             const native::Settings *native = nullptr);

/// What `heddle completion` has a script for.
std::vector<std::string> completedShells();

/// All that `heddle explain` knows.
std::vector<std::string> explainedWords();

/// Prints the result in every format asked for and says how the process ends.
support::ExitCode finish(const report::Result &result, const support::SourceText &sources,
                         const OutputOptions &options);

/// Prints `heddle: error: MESSAGE` on standard error.
support::ExitCode fail(const support::Failure &failure);

/// Writes to standard output. A reader that went away is no failure.
support::Done writeOutput(const std::string &text);

/// For options: what is wrong with a text that should be a number above zero; empty if nothing is.
std::string saysAboveZero(const std::string &text);

/// "heddle 0.4.0 (LLVM 19.1.7, Z3 4.8.12)".
std::string version();

} // namespace heddle::cli
