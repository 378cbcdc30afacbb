// The command line as data: what completion and man pages are made of.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace heddle::cli {

/// An option, or what stands in a place of its own, such as FILES.
struct OptionDescription {
  enum class Value { None, Text, File, Directory, Program, Test };
  std::vector<std::string> names; ///< "-p", "--entry"; one without dashes is a place.
  std::string argument;           ///< What help calls its value: "FILE|-".
  std::string help;
  Value value = Value::None;
  std::vector<std::string> words; ///< That the value may be, where these are all.
  bool isList = false;            ///< Several words, apart by commas.
  bool repeats = false;           ///< May be given several times.
  bool isPlace() const { return !names.front().starts_with('-'); }
};

struct CommandDescription {
  std::string name; ///< Empty for heddle itself.
  std::string help;
  std::string usage;
  std::string footer;
  std::vector<OptionDescription> options; ///< In the order of --help.
};

/// Heddle itself first, then its commands.
std::vector<CommandDescription> describe(const CLI::App &root);

/// The same as JSON.
std::string asJson(const std::vector<CommandDescription> &commands);

} // namespace heddle::cli
