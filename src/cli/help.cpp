#include "cli/help.h"

#include "support/layout.h"
#include "support/terminal.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

constexpr unsigned column = 26;    ///< Where explanations begin.
constexpr unsigned narrowest = 20; ///< Of explanations.

/// CLI11's own usage line does not know what stands before a subcommand and after `--`, its lines
/// are as long as they are, and what it says of an option is for those who program with it.
class Help : public CLI::Formatter {
public:
  explicit Help(const std::vector<Command> &known)
      : commands(known), width(support::terminalOf(STDOUT_FILENO).width) {
    column_width(column);
    label("Positionals", "Arguments");
    label("Subcommands", "Commands");
  }

  std::string make_usage(const CLI::App *app, std::string /*name*/) const override {
    if (!app->get_parent())
      return "usage: heddle COMMAND [OPTIONS] FILES [-- FLAGS]\n";
    std::string text = "usage: heddle " + app->get_name() + " [OPTIONS]";
    for (const CLI::Option *option : app->get_options())
      if (option->get_positional())
        text += " " + option->get_name();
    for (const Command &command : commands)
      if (command.app == app && command.takesFlags)
        text += " [-- FLAGS]";
    return text + "\n";
  }

  std::string make_option_name(const CLI::Option *option, bool isPlace) const override {
    return isPlace ? option->get_name(true)
                   : fmt::format("{}", fmt::join(spellings(*option), ", "));
  }

  std::string make_option_opts(const CLI::Option *option) const override {
    const std::string argument = argumentOf(*option);
    return argument.empty() ? "" : " " + argument;
  }

  std::string make_option_desc(const CLI::Option *option) const override {
    const unsigned room = width > column + narrowest ? width - column : narrowest;
    std::string text;
    for (const std::string &line : support::wrap(option->get_description(), room))
      text +=
          (text.empty() ? "" : "\n") + line.substr(text.empty() ? 0 : line.find_first_not_of(' '));
    return text;
  }

private:
  const std::vector<Command> &commands;
  const unsigned width;
};

} // namespace

std::shared_ptr<CLI::FormatterBase> helpFor(const std::vector<Command> &commands) {
  return std::make_shared<Help>(commands);
}

std::vector<std::string> spellings(const CLI::Option &option) {
  std::vector<std::string> names;
  for (const std::string &name : option.get_snames())
    names.push_back("-" + name);
  for (const std::string &name : option.get_lnames())
    names.push_back("--" + name);
  if (names.empty())
    names.push_back(option.get_name(true));
  return names;
}

std::string argumentOf(const CLI::Option &option) {
  if (option.get_expected_max() == 0)
    return "";
  // What is checked comes behind a colon, which the name of a place has itself.
  const std::string name = option.get_type_name();
  constexpr std::string_view place = "FILE:LINE";
  return name.starts_with(place) ? std::string(place) : name.substr(0, name.find(':'));
}

} // namespace heddle::cli
