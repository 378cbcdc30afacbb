// `heddle view`: the execution of a test file as a page, in a browser.
#include "cli/common.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Program.h>
#include <optional>

namespace heddle::cli {
namespace {

struct Options {
  std::string test;
  std::string out;
  bool noOpen = false;
};

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// Beside the test, under its name.
std::string pageOf(const std::string &test) {
  return std::filesystem::path(test).replace_extension(".html").string();
}

/// The first program of a list with colons, as $BROWSER is one, that is there.
std::optional<std::string> findProgram(llvm::StringRef names) {
  while (!names.empty()) {
    const auto [name, rest] = names.split(':');
    if (const auto found = llvm::sys::findProgramByName(name.trim()))
      return *found;
    names = rest;
  }
  return std::nullopt;
}

/// Whether a browser was started. A graphical one is left to itself; without a display it may be
/// one for the terminal, which then has it until it ends.
bool open(const std::string &page) {
  const bool hasDisplay = !variable("DISPLAY").empty() || !variable("WAYLAND_DISPLAY").empty();
  std::string names = variable("BROWSER");
  if (names.empty() && hasDisplay)
    names = "xdg-open";
  const std::optional<std::string> program = findProgram(names);
  if (!program)
    return false;
  const llvm::StringRef arguments[] = {*program, page};
  if (!hasDisplay)
    return llvm::sys::ExecuteAndWait(*program, arguments) == 0;
  const std::optional<llvm::StringRef> nowhere[] = {llvm::StringRef(), llvm::StringRef(),
                                                    llvm::StringRef()};
  bool failed = false;
  llvm::sys::ExecuteNoWait(*program, arguments, std::nullopt, nowhere, 0, nullptr, &failed);
  return !failed;
}

support::ExitCode view(const Options &options) {
  OutputOptions output;
  output.html = options.out.empty() ? pageOf(options.test) : options.out;
  output.pageOnly = true;
  const support::ExitCode code = replayTest(options.test, output);
  if (code == support::ExitCode::BadInput)
    return code;
  std::error_code problem;
  const std::string page = std::filesystem::absolute(output.html, problem).string();
  const bool isOpen = !options.noOpen && open(page);
  const support::Done said =
      writeOutput(fmt::format("{} {}\n", isOpen ? "opened" : "wrote", output.html));
  if (!said)
    return fail(said.failure());
  // It was asked for the page, and there it is.
  return code == support::ExitCode::Found ? support::ExitCode::Nothing : code;
}

} // namespace

Command addView(CLI::App &root, const std::vector<std::string> &) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("view", "show the execution of a test file as a page");
  app->add_option("TEST", options->test, "a .heddle file")->required()->type_name("");
  app->add_option("--out", options->out, "the page to write (default: beside the test)")
      ->type_name("FILE");
  app->add_flag("--no-open", options->noOpen, "do not open it in a browser");
  return {app, [options] { return view(*options); }, false};
}

} // namespace heddle::cli
