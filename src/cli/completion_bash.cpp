#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::cli {
namespace {

using Value = OptionDescription::Value;

/// What a shell function is to offer.
std::string offer(const OptionDescription &option) {
  if (!option.words.empty())
    return fmt::format("_heddle_{} '{}'", option.isList ? "list" : "words",
                       fmt::join(option.words, " "));
  switch (option.value) {
  case Value::File:
    return "_heddle_files '*'";
  case Value::Directory:
    return "_heddle_files ''";
  case Value::Program:
    return fmt::format("_heddle_files '*.@({})'", fmt::join(programEndings(), "|"));
  case Value::Test:
    return "_heddle_files '*.heddle'";
  default:
    return ":";
  }
}

std::string namesOf(const CommandDescription &command) {
  std::vector<std::string> names;
  for (const OptionDescription &option : command.options)
    if (!option.isPlace())
      names.insert(names.end(), option.names.begin(), option.names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

std::string caseOf(const CommandDescription &command) {
  std::string text = fmt::format("    {})\n      case $before in\n", command.name);
  std::string place = "_heddle_files '*'";
  for (const OptionDescription &option : command.options) {
    if (option.isPlace())
      place = offer(option);
    else if (option.value != Value::None)
      text += fmt::format("        {}) {} && return ;;\n", fmt::join(option.names, " | "),
                          offer(option));
  }
  return text + fmt::format("      esac\n"
                            "      if [[ $word == -* ]]; then _heddle_words '{}'; else {}; fi\n"
                            "      ;;\n",
                            namesOf(command), place);
}

/// Functions that know the word to complete as $word.
constexpr std::string_view helpers = R"(
_heddle_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
}

# Words apart by commas: the last one is completed, those before it stay.
_heddle_list() {
  local done=''
  if [[ $word == *,* ]]; then done=${word%,*},; fi
  compopt -o nospace 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -P "$done" -W "$1" -- "${word##*,}")
}

# Directories, and files whose names fit the pattern.
_heddle_files() {
  local file extended
  extended=$(shopt -p extglob)
  shopt -s extglob
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    # shellcheck disable=SC2053 # It is a pattern.
    if [[ -d $file || ${file##*/} == $1 ]]; then COMPREPLY+=("$file"); fi
  done < <(compgen -f -- "$word")
  $extended
}
)";

} // namespace

std::string completionForBash(std::span<const CommandDescription> commands) {
  std::vector<std::string> first;
  for (const CommandDescription &command : commands.subspan(1))
    first.push_back(command.name);
  std::string text = "# shellcheck shell=bash\n"
                     "# Completion of heddle in bash, printed by 'heddle completion bash'.\n";
  text += helpers;
  text += fmt::format(R"(
_heddle() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} at
  COMPREPLY=()
  # bash takes --option=value for three words.
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $before == '=' ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  if ((COMP_CWORD == 1)); then
    _heddle_words '{} {}'
    return
  fi
  for ((at = 2; at < COMP_CWORD; ++at)); do
    if [[ ${{COMP_WORDS[at]}} == -- ]]; then
      _heddle_files '*'
      return
    fi
  done
  case ${{COMP_WORDS[1]}} in
)",
                      fmt::join(first, " "), namesOf(commands.front()));
  for (const CommandDescription &command : commands.subspan(1))
    text += caseOf(command);
  return text + "  esac\n}\n\ncomplete -F _heddle heddle\n";
}

} // namespace heddle::cli
