// Where the command line meets .heddle.toml.
#include "cli/config.h"
#include "explore/strategies.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::cli {
namespace {

/// Whether the strategy that the command line names has no use for the option.
bool isForOtherStrategy(const CLI::App &command, const std::string &option) {
  const CLI::Option *given = command.get_option_no_throw("--strategy");
  if (!given || given->empty())
    return false;
  const auto particular = explore::particularOptions();
  const auto strategy = explore::strategyNamed(given->results().back());
  return strategy && std::ranges::count(particular, option) > 0 &&
         !explore::understands(**strategy, std::vector<std::string>{option});
}

bool isGiven(const Config &config, const CLI::App &command, const CLI::Option *option) {
  return !option->empty() || std::ranges::any_of(config.settings, [&](const Setting &setting) {
    return command.get_option_no_throw(setting.option) == option;
  });
}

/// Whether the command line leaves room for it.
bool fits(const CLI::App &command, const Config &config, const Setting &setting) {
  const CLI::Option *option = command.get_option_no_throw(setting.option);
  if (!option || !option->empty() || isForOtherStrategy(command, setting.option))
    return false;
  return std::ranges::all_of(option->get_excludes(),
                             [](const CLI::Option *other) { return other->empty(); }) &&
         std::ranges::all_of(option->get_needs(), [&](const CLI::Option *other) {
           return isGiven(config, command, other);
         });
}

} // namespace

void addConfigOptions(CLI::App &command, ConfigOptions &options) {
  CLI::Option *file = command.add_option("--config", options.path,
                                         "take options from this file (default: the .heddle.toml "
                                         "nearest to the first source)");
  file->type_name("FILE");
  command.add_flag("--no-config", options.isOff, "take options from the command line alone")
      ->excludes(file);
}

std::string programOf(const CLI::App &command) {
  for (const char *place : {"FILES", "OLD", "-p"})
    if (const CLI::Option *option = command.get_option_no_throw(place);
        option && !option->empty()) {
      const std::string &first = option->results().front();
      return first.substr(0, first.find(',')); // A version may be several files.
    }
  return "";
}

Arguments withConfig(const CLI::App &command, const Arguments &arguments, const Config &config,
                     std::vector<std::string> &taken) {
  Arguments whole = arguments;
  for (const Setting &setting : config.settings) {
    if (!fits(command, config, setting))
      continue;
    whole.own.insert(whole.own.end(), setting.words.begin(), setting.words.end());
    taken.push_back(setting.option);
  }
  // Of flags that contradict each other compilers take the last one.
  whole.flags.insert(whole.flags.begin(), config.flags.begin(), config.flags.end());
  if (!config.flags.empty())
    taken.push_back(fmt::format("compiler flags {}", fmt::join(config.flags, " ")));
  return whole;
}

} // namespace heddle::cli
