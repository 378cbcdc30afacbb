#include "cli/common.h"

#include "cli/formats.h"
#include "report/html.h"
#include "report/json.h"
#include "report/text.h"
#include "support/terminal.h"

#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

support::Done writePage(const report::Result &result, const support::SourceText &sources,
                        const OutputOptions &options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  report::printHtml(out, result, sources);
  return writeFile(options.html, text, "a page");
}

/// Commands that are shown begin as the one did that is being run: the launcher of a clone says how
/// where there is no `heddle` on the path.
std::string typedAsCalled(std::string text) {
  const char *called = std::getenv("HEDDLE_CALLED_AS");
  if (!called || !*called)
    return text;
  for (const std::string_view command : {"heddle replay ", "heddle explain "})
    for (std::size_t at = text.find(command); at != std::string::npos;
         at = text.find(command, at)) {
      const bool isWord = at == 0 || text[at - 1] == ' ' || text[at - 1] == '\n';
      const std::string name = isWord ? called : "heddle";
      text.replace(at, std::string_view("heddle").size(), name);
      at += name.size();
    }
  return text;
}

} // namespace

void addFrontendOptions(CLI::App &command, frontend::Options &options) {
  command.add_option("FILES", options.files, "C and C++ sources, .ll and .bc files")->type_name("");
  command
      .add_option("-p,--compile-commands", options.compileCommands,
                  "directory of a compile_commands.json to take compiler flags from")
      ->type_name("DIR");
  command.add_option("--entry", options.entry, "function the program starts in (default: main)")
      ->type_name("FUNCTION");
  command
      .add_option("--models", options.models,
                  "directory of models for library functions; may be given several times")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void addOutputOptions(CLI::App &command, OutputOptions &options) {
  command
      .add_option("--json", options.json, "write the result as JSON to a file, or - to print it")
      ->type_name("FILE|-");
}

void addPageOption(CLI::App &command, OutputOptions &options) {
  command
      .add_option("--html", options.html,
                  "write a page that shows every finding step by step, for a browser")
      ->type_name("FILE");
}

void addDetailOptions(CLI::App &command, OutputOptions &options) {
  command.add_flag("--stats", options.stats, "print all figures, one a line");
  CLI::Option *quiet = command.add_flag(
      "--quiet", options.quiet, "one line a finding; no progress line, no compiler warnings");
  command
      .add_flag("--verbose", options.verbose,
                "all of every interleaving, frames of library models, what the search is doing")
      ->excludes(quiet);
  command.add_flag("--full-stacks", options.fullStacks,
                   "frames and accesses inside of library functions too");
}

support::Outcome<program::Program> loadProgram(const frontend::Options &options) {
  support::Outcome<frontend::Unit> unit = frontend::load(options);
  if (!unit)
    return unit.failure();
  return program::Program::build(std::move(*unit));
}

support::Done canWrite(const OutputOptions &options) {
  if (options.json != "-")
    if (const support::Done fine = canWriteFile(options.json, "JSON"); !fine)
      return fine.failure();
  if (const support::Done fine = canWriteFile(options.html, "a page"); !fine)
    return fine.failure();
  return canWrite(options.formats);
}

support::Done writeJson(const report::Result &result, const OutputOptions &options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  report::printJson(out, result);
  return options.json == "-" ? writeOutput(text) : writeFile(options.json, text, "JSON");
}

support::ExitCode finish(const report::Result &result, const support::SourceText &sources,
                         const OutputOptions &options) {
  if (!options.json.empty())
    if (const support::Done written = writeJson(result, options); !written)
      return fail(written.failure());
  if (options.json != "-" && !options.pageOnly) {
    std::string text;
    llvm::raw_string_ostream out(text);
    const support::Terminal terminal = support::terminalOf(STDOUT_FILENO);
    report::TextOptions style;
    style.width = terminal.width;
    style.colour = terminal.colour;
    style.stats = options.stats;
    style.headlines = options.quiet;
    style.fullStacks = options.verbose || options.fullStacks;
    style.whole = options.verbose;
    style.fold = !options.verbose && !options.steps;
    style.hint = (result.command == "check" || result.command == "diff" ||
                  result.command == "reach" || result.command == "pairs") &&
                 terminal.interactive && !options.quiet;
    report::printText(out, result, sources, style);
    text = typedAsCalled(std::move(text));
    if (const support::Done written = writeOutput(text); !written)
      return fail(written.failure());
  }
  // Last: who cannot have the page has the answer.
  if (!options.html.empty())
    if (const support::Done written = writePage(result, sources, options); !written)
      return fail(written.failure());
  if (const support::Done written = writeFormats(result, sources, options.formats); !written)
    return fail(written.failure());
  return report::exitCode(result);
}

std::string saysAboveZero(const std::string &text) {
  double value = 0;
  if (CLI::detail::lexical_cast(text, value) && value > 0)
    return "";
  return fmt::format("'{}' is not a number above 0", text);
}

support::ExitCode fail(const support::Failure &failure) {
  std::string text = "heddle: error: " + failure.message + "\n";
  if (!failure.detail.empty()) {
    text += failure.detail;
    if (!failure.detail.ends_with('\n'))
      text += '\n';
  }
  std::fputs(text.c_str(), stderr);
  return support::ExitCode::BadInput;
}

support::Done writeOutput(const std::string &text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if ((!written || std::fflush(stdout) != 0) && errno != EPIPE)
    return support::Failure{
        fmt::format("cannot write to standard output: {}", std::strerror(errno)), {}};
  return support::done();
}

} // namespace heddle::cli
