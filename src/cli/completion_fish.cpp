#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::cli {
namespace {

using Value = OptionDescription::Value;

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "'";
}

/// What comes as the value.
std::string values(const OptionDescription &option) {
  if (!option.words.empty() && option.isList)
    return fmt::format(" -xa '(__fish_append , {})'", fmt::join(option.words, " "));
  if (!option.words.empty())
    return " -xa " + quoted(fmt::format("{}", fmt::join(option.words, " ")));
  switch (option.value) {
  case Value::None:
    return "";
  case Value::File:
    return " -rF";
  case Value::Directory:
    return " -xa '(__fish_complete_directories)'";
  case Value::Program: {
    std::string text;
    for (const std::string_view ending : programEndings())
      text += fmt::format(" .{}", ending);
    return fmt::format(" -ka '(__fish_complete_suffix{})'", text);
  }
  case Value::Test:
    return " -ka '(__fish_complete_suffix .heddle)'";
  default:
    return " -x";
  }
}

std::string lineOf(const std::string &command, const OptionDescription &option) {
  std::string text = "complete -c heddle -n ";
  text += command.empty() ? std::string("__fish_use_subcommand")
                          : quoted("__fish_seen_subcommand_from " + command);
  if (!option.isPlace()) {
    for (const std::string &name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    text += " -d " + quoted(shortHelp(option.help));
  }
  return text + values(option) + "\n";
}

} // namespace

std::string completionForFish(std::span<const CommandDescription> commands) {
  std::string text = "# Completion of heddle in fish, printed by 'heddle completion fish'.\n\n"
                     "complete -c heddle -f\n";
  for (const CommandDescription &command : commands.subspan(1))
    text += fmt::format("complete -c heddle -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        quoted(command.help));
  for (const CommandDescription &command : commands)
    for (const OptionDescription &option : command.options)
      text += lineOf(command.name, option);
  return text;
}

} // namespace heddle::cli
