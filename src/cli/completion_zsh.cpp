#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::cli {
namespace {

using Value = OptionDescription::Value;

/// Within single quotes, with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\'";
    else if (special.find(c) != std::string_view::npos)
      result += '\\';
    result += c;
  }
  return result;
}

/// The last part of a specification of _arguments: what comes as the value.
std::string action(const OptionDescription &option) {
  if (!option.words.empty() && option.isList)
    return fmt::format("_values -s , word {}", fmt::join(option.words, " "));
  if (!option.words.empty())
    return fmt::format("({})", fmt::join(option.words, " "));
  switch (option.value) {
  case Value::File:
    return "_files";
  case Value::Directory:
    return "_files -/";
  case Value::Program:
    return fmt::format("_files -g \"*.({})\"", fmt::join(programEndings(), "|"));
  case Value::Test:
    return "_files -g \"*.heddle\"";
  default:
    return " ";
  }
}

std::string specification(const OptionDescription &option) {
  const std::string value =
      option.value == Value::None
          ? ""
          : fmt::format(":{}:{}", escaped(option.argument.empty() ? "value" : option.argument, ":"),
                        action(option));
  if (option.isPlace())
    return fmt::format("'*:{}:{}'", escaped(shortHelp(option.help), ":"), action(option));
  const std::string help = escaped(shortHelp(option.help), "[]:\\");
  if (option.names.size() == 1)
    return fmt::format("'*{}[{}]{}'", option.names.front(), help, value);
  return fmt::format("'*'{{{}}}'[{}]{}'", fmt::join(option.names, ","), help, value);
}

std::string caseOf(const CommandDescription &command) {
  std::string text = fmt::format("    {})\n      _arguments", command.name);
  for (const OptionDescription &option : command.options)
    text += " \\\n        " + specification(option);
  return text + "\n      ;;\n";
}

} // namespace

std::string completionForZsh(std::span<const CommandDescription> commands) {
  std::string text = "#compdef heddle\n"
                     "# Completion of heddle in zsh, printed by 'heddle completion zsh'.\n\n"
                     "_heddle() {\n"
                     "  if ((CURRENT == 2)); then\n"
                     "    local -a commands options\n"
                     "    commands=(\n";
  for (const CommandDescription &command : commands.subspan(1))
    text += fmt::format("      '{}:{}'\n", command.name, escaped(command.help, ":"));
  text += "    )\n"
          "    options=(\n";
  for (const OptionDescription &option : commands.front().options)
    for (const std::string &name : option.names)
      text += fmt::format("      '{}:{}'\n", name, escaped(option.help, ":"));
  text += "    )\n"
          "    _describe command commands -- options\n"
          "    return\n"
          "  fi\n"
          "  local command=$words[2]\n"
          "  # What follows -- is for the compiler.\n"
          "  if ((${words[(I)--]} && ${words[(I)--]} < CURRENT)); then\n"
          "    _files\n"
          "    return\n"
          "  fi\n"
          "  shift words\n"
          "  ((CURRENT--))\n"
          "  case $command in\n";
  for (const CommandDescription &command : commands.subspan(1))
    text += caseOf(command);
  return text + "  esac\n"
                "}\n\n"
                "# A file of fpath is the function itself; who sources it wants it known.\n"
                "if [[ $funcstack[1] == _heddle ]]; then\n"
                "  _heddle \"$@\"\n"
                "else\n"
                "  compdef _heddle heddle\n"
                "fi\n";
}

} // namespace heddle::cli
