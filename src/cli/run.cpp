#include "cli/run.h"

#include "cli/arguments.h"
#include "cli/common.h"
#include "support/nearest.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace heddle::cli {
namespace {

constexpr AddCommand all[] = {addCheck,   addReplay, addView, addRun,
                              addInspect, addPairs,  addDiff, addExplain};

/// CLI11's own usage line does not know what stands before a subcommand and after `--`.
class Help : public CLI::Formatter {
public:
  explicit Help(const std::vector<Command> &known) : commands(known) { column_width(26); }

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

private:
  const std::vector<Command> &commands;
};

std::string hint(std::string_view word, std::span<const std::string> candidates) {
  const std::optional<std::string> meant = support::nearest(word, candidates);
  return meant ? fmt::format("; did you mean '{}'?", *meant) : "";
}

std::vector<std::string> namesOf(const std::vector<Command> &commands) {
  std::vector<std::string> names;
  for (const Command &command : commands)
    names.push_back(command.app->get_name());
  return names;
}

std::vector<std::string> optionsOf(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options()) {
    for (const std::string &name : option->get_snames())
      names.push_back("-" + name);
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  }
  return names;
}

support::ExitCode usage(std::string message, const CLI::App &app) {
  const std::string name = app.get_parent() ? "heddle " + app.get_name() : "heddle";
  return fail({std::move(message), fmt::format("try '{} --help'", name)});
}

support::ExitCode unknownCommand(const std::string &word, const std::vector<Command> &commands,
                                 const CLI::App &root) {
  if (looksLikeInput(word))
    return usage(
        fmt::format("'{0}' is no command; to check a program, type 'heddle check {0}'", word),
        root);
  return usage(fmt::format("unknown command '{}'{}", word, hint(word, namesOf(commands))), root);
}

/// What the parser could not place: an option nobody knows.
support::ExitCode unknownOption(const std::vector<std::string> &rest, const CLI::App &app) {
  const auto dashed =
      std::ranges::find_if(rest, [](const std::string &word) { return word.starts_with('-'); });
  if (dashed == rest.end())
    return usage(fmt::format("unexpected argument '{}'", rest.front()), app);
  const std::string option = dashed->substr(0, dashed->find('='));
  return usage(fmt::format("unknown option '{}'{}", option, hint(option, optionsOf(app))), app);
}

support::ExitCode show(const std::string &text) {
  const support::Done written = writeOutput(text);
  return written ? support::ExitCode::Nothing : fail(written.failure());
}

support::ExitCode runCommand(const Command &command, const Arguments &arguments) {
  const CLI::App &app = *command.app;
  if (const std::vector<std::string> rest = app.remaining(); !rest.empty())
    return unknownOption(rest, app);
  if (!arguments.flags.empty() && !command.takesFlags)
    return usage(fmt::format("heddle {} takes no compiler flags, so nothing may follow '--'",
                             app.get_name()),
                 app);
  const CLI::Option *files = app.get_option_no_throw("FILES");
  const CLI::Option *database = app.get_option_no_throw("-p"); // Names files of its own.
  if (files && files->empty() && !(database && !database->empty()))
    return usage(fmt::format("no program given; type 'heddle {} prog.c'", app.get_name()), app);
  return command.run();
}

} // namespace

support::ExitCode run(const std::vector<std::string> &given) {
  const Arguments arguments = split(given);
  CLI::App root("Decides every context switch and every input of a multithreaded C or C++ program.",
                "heddle");
  root.set_help_flag("-h,--help", "show this help");
  root.footer("Type 'heddle COMMAND --help' for the options of a command. Compiler flags go after "
              "'--':\n  heddle check prog.c -- -Iinclude -DN=3");
  bool wantsVersion = false;
  root.add_flag("--version", wantsVersion, "show the versions of heddle, LLVM and Z3");
  root.allow_extras();
  std::vector<Command> commands;
  root.formatter(std::make_shared<Help>(commands));
  for (const AddCommand add : all) {
    commands.push_back(add(root, arguments.flags));
    commands.back().app->allow_extras();
    commands.back().app->set_help_flag("-h,--help", "show this help");
  }
  if (arguments.own.empty()) {
    fail({"no command given", root.help()});
    return support::ExitCode::BadInput;
  }
  const std::string &word = arguments.own.front();
  if (!word.starts_with('-') && !std::ranges::count(namesOf(commands), word))
    return unknownCommand(word, commands, root);

  std::vector<std::string> reversed(arguments.own.rbegin(), arguments.own.rend());
  try {
    root.parse(reversed);
  } catch (const CLI::CallForHelp &) {
    const std::vector<CLI::App *> chosen = root.get_subcommands();
    return show(chosen.empty() ? root.help() : chosen.front()->help());
  } catch (const CLI::ParseError &problem) {
    const std::vector<CLI::App *> chosen = root.get_subcommands();
    return usage(problem.what(), chosen.empty() ? root : *chosen.front());
  }
  if (wantsVersion)
    return show(version() + "\n");
  for (const Command &command : commands)
    if (command.app->parsed())
      return runCommand(command, arguments);
  return unknownOption(root.remaining(), root);
}

} // namespace heddle::cli
