// `heddle completion`: a script by which a shell completes commands, options and their values.
#include "cli/completion.h"
#include "cli/common.h"
#include "explore/strategies.h"

#include <algorithm>
#include <array>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::cli {
namespace {

using Print = std::string (*)(std::span<const CommandDescription>);

struct Shell {
  std::string_view name;
  Print print;
};

constexpr std::array<Shell, 3> shells = {
    {{"bash", completionForBash}, {"zsh", completionForZsh}, {"fish", completionForFish}}};

support::ExitCode print(const CLI::App &root, const std::string &name) {
  for (const Shell &shell : shells)
    if (shell.name == name) {
      const support::Done written = writeOutput(shell.print(describe(root)));
      return written ? support::ExitCode::Nothing : fail(written.failure());
    }
  return fail({fmt::format("no completion for '{}'; there are {}", name,
                           fmt::join(completedShells(), ", ")),
               {}});
}

} // namespace

std::vector<std::string> completedShells() {
  std::vector<std::string> names;
  for (const Shell &shell : shells)
    names.emplace_back(shell.name);
  return names;
}

std::span<const std::string_view> programEndings() {
  static constexpr std::array<std::string_view, 8> endings = {"c",   "C",  "cc", "cpp",
                                                              "cxx", "ll", "bc", "i"};
  return endings;
}

std::string shortHelp(const std::string &help) {
  const std::size_t colon = help.find(": ");
  const std::string first = help.substr(0, help.find_first_of(",:"));
  // "auto, pct: seed of what…": who it is for comes first.
  if (colon != std::string::npos && explore::strategyNamed(first))
    return shortHelp(help.substr(colon + 2));
  return help.substr(0, std::min({help.find(" ("), help.find("; "), colon, help.find(", see")}));
}

Command addCompletion(CLI::App &root, const std::vector<std::string> &) {
  auto shell = std::make_shared<std::string>();
  CLI::App *app = root.add_subcommand("completion", "print a script that completes commands");
  app->add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("");
  app->footer("For this shell alone:\n"
              "  bash, zsh  source <(heddle completion bash)\n"
              "  fish       heddle completion fish | source");
  return {app, [shell, &root] { return print(root, *shell); }, false};
}

Command addDescribe(CLI::App &root, const std::vector<std::string> &) {
  CLI::App *app = root.add_subcommand("describe", "print all commands and options as JSON");
  app->group(""); // For scripts of this project: not in --help.
  return {app,
          [&root] {
            const support::Done written = writeOutput(asJson(describe(root)));
            return written ? support::ExitCode::Nothing : fail(written.failure());
          },
          false};
}

} // namespace heddle::cli
