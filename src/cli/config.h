// .heddle.toml: options that a program brings along. Those of the command line win.
#pragma once

#include "cli/arguments.h"
#include "cli/describe.h"
#include "support/outcome.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

struct ConfigOptions {
  std::string path;   ///< The file; empty for the nearest one.
  bool isOff = false; ///< None at all.
};
/// --config, --no-config.
void addConfigOptions(CLI::App &command, ConfigOptions &options);

inline constexpr const char *configName = ".heddle.toml";

/// One key with its value.
struct Setting {
  std::string option;             ///< "--strategy".
  std::vector<std::string> words; ///< For the command line: "--strategy=dpor".
  unsigned line = 0;
};

struct Config {
  std::string path;
  std::vector<Setting> settings;  ///< Those for the command.
  std::vector<std::string> flags; ///< For the compiler.
};

/// The nearest file in the directory of `program` or above it; "" if there is none. A file that
/// belongs to somebody else is a Failure: its compiler flags can run programs.
support::Outcome<std::string> findConfig(const std::string &program);

/// Reads the file, for a command by name. `commands` are those that may have a section. What
/// stands in sections of other commands is looked at too, so that mistakes show.
support::Outcome<Config> readConfig(const std::string &path, const std::string &command,
                                    const std::vector<CommandDescription> &commands);

/// The first file of the program that a command was given, or "" if only -p names them.
std::string programOf(const CLI::App &command);

/// The command line with the settings that nothing on it stands against; `taken` says which.
Arguments withConfig(const CLI::App &command, const Arguments &arguments, const Config &config,
                     std::vector<std::string> &taken);

} // namespace heddle::cli
