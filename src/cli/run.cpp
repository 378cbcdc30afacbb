#include "cli/run.h"

#include "cli/arguments.h"
#include "cli/common.h"
#include "cli/config.h"
#include "cli/describe.h"
#include "cli/help.h"
#include "support/nearest.h"

#include <algorithm>
#include <array>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::cli {
namespace {

constexpr AddCommand all[] = {addCheck,   addReach, addReplay,     addView,    addRun,
                              addInspect, addPairs, addDefuse,     addQuery,   addDiff,
                              addExplain, addInit,  addCompletion, addDescribe};

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
  for (const CLI::Option *option : app.get_options())
    for (std::string &name : spellings(*option))
      names.push_back(std::move(name));
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

/// "--mhp: fine not in {precise,coarse}" as a person would say it; what else there is stays.
std::string saidPlainly(const std::string &problem) {
  constexpr std::string_view middle = " not in {";
  const std::size_t colon = problem.find(": ");
  const std::size_t at = problem.find(middle);
  if (colon == std::string::npos || at == std::string::npos || at < colon ||
      !problem.ends_with('}'))
    return problem;
  const std::string value = problem.substr(colon + 2, at - colon - 2);
  const std::string words =
      problem.substr(at + middle.size(), problem.size() - at - middle.size() - 1);
  std::vector<std::string> candidates;
  for (std::size_t from = 0; from <= words.size();) {
    const std::size_t to = std::min(words.find(',', from), words.size());
    candidates.push_back(words.substr(from, to - from));
    from = to + 1;
  }
  const std::string meant = hint(value, candidates);
  return fmt::format("{} cannot be '{}'{}", problem.substr(0, colon), value,
                     meant.empty() ? fmt::format("; there are {}", fmt::join(candidates, ", "))
                                   : meant);
}

/// "-DN=3", "-Iinclude", "-std=c++20".
bool looksLikeFlag(const std::string &word) {
  constexpr std::array<std::string_view, 9> beginnings = {"-D", "-I", "-U", "-O",   "-W",
                                                          "-f", "-m", "-l", "-std="};
  return word.size() > 2 && std::ranges::any_of(beginnings, [&](std::string_view beginning) {
           return word.starts_with(beginning);
         });
}

/// What the parser could not place: an option nobody knows.
support::ExitCode unknownOption(const std::vector<std::string> &rest, const CLI::App &app,
                                bool takesFlags = false) {
  const auto dashed =
      std::ranges::find_if(rest, [](const std::string &word) { return word.starts_with('-'); });
  if (dashed == rest.end())
    return usage(fmt::format("unexpected argument '{}'", rest.front()), app);
  if (takesFlags && looksLikeFlag(*dashed))
    return usage(
        fmt::format("unknown option '{0}'; flags for the compiler go after '--': heddle {1} "
                    "prog.c -- {0}",
                    *dashed, app.get_name()),
        app);
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
    return unknownOption(rest, app, command.takesFlags);
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

/// All commands with their options. Options are read into it once: who reads another command line
/// makes another one.
class CommandLine {
public:
  explicit CommandLine(Arguments given)
      : arguments(std::move(given)),
        root("Decides every context switch and every input of a multithreaded C or C++ program.",
             "heddle") {
    root.set_help_flag("-h,--help", "show this help");
    root.footer("Type 'heddle COMMAND --help' for the options of a command. Compiler flags go "
                "after '--':\n  heddle check prog.c -- -Iinclude -DN=3");
    root.add_flag("--version", wantsVersion, "show the versions of heddle, LLVM and Z3");
    root.allow_extras();
    root.formatter(helpFor(commands));
    for (const AddCommand add : all) {
      commands.push_back(add(root, arguments.flags));
      commands.back().app->allow_extras();
      commands.back().app->set_help_flag("-h,--help", "show this help");
      if (commands.back().takesFlags)
        addConfigOptions(*commands.back().app, config);
    }
  }
  CommandLine(const CommandLine &) = delete;
  CommandLine &operator=(const CommandLine &) = delete;

  /// Throws what CLI11 throws.
  void parse() {
    std::vector<std::string> reversed(arguments.own.rbegin(), arguments.own.rend());
    root.parse(reversed);
  }
  const Command *chosen() const {
    const auto found = std::ranges::find_if(
        commands, [](const Command &command) { return command.app->parsed(); });
    return found == commands.end() ? nullptr : &*found;
  }
  /// What a mistake is about.
  const CLI::App &subject() const {
    const std::vector<CLI::App *> chosen = root.get_subcommands();
    return chosen.empty() ? root : *chosen.front();
  }

  Arguments arguments;
  CLI::App root;
  std::vector<Command> commands;
  bool wantsVersion = false;
  ConfigOptions config;
};

/// What is wrong with one setting of a file; the command line is fine without it.
support::ExitCode wrongSetting(const CommandLine &line, const Config &config,
                               const CLI::ParseError &whole) {
  for (const Setting &setting : config.settings) {
    Arguments tried = line.arguments;
    tried.own.insert(tried.own.end(), setting.words.begin(), setting.words.end());
    try {
      CommandLine(tried).parse();
    } catch (const CLI::ParseError &problem) {
      return fail({fmt::format("{}:{}: {}", config.path, setting.line, problem.what()), {}});
    }
  }
  return fail({fmt::format("{}: {}", config.path, whole.what()), {}});
}

void tell(const CLI::App &app, const Config &config, const std::string &what) {
  const CLI::Option *verbose = app.get_option_no_throw("--verbose");
  if (verbose && !verbose->empty())
    fmt::print(stderr, "heddle: {} gives {}\n", config.path, what);
}

/// Runs the command with what the file gives, which the command line wins over.
support::ExitCode runWith(const CommandLine &line, const Config &config) {
  std::vector<std::string> taken;
  CommandLine whole(withConfig(*line.chosen()->app, line.arguments, config, taken));
  if (taken.empty())
    return runCommand(*line.chosen(), line.arguments);
  try {
    whole.parse();
  } catch (const CLI::ParseError &problem) {
    return wrongSetting(line, config, problem);
  }
  const std::string what = fmt::format("{}", fmt::join(taken, ", "));
  tell(*whole.chosen()->app, config, what);
  const support::ExitCode code = runCommand(*whole.chosen(), whole.arguments);
  if (code == support::ExitCode::BadInput)
    fmt::print(stderr, "heddle: note: {} gives {}\n", config.path, what);
  return code;
}

support::ExitCode runLine(const CommandLine &line) {
  const Command &command = *line.chosen();
  if (!command.takesFlags || line.config.isOff)
    return runCommand(command, line.arguments);
  std::string path = line.config.path;
  if (path.empty()) {
    auto found = findConfig(programOf(*command.app));
    if (!found)
      return fail(found.failure());
    path = std::move(*found);
  }
  if (path.empty())
    return runCommand(command, line.arguments);
  std::vector<CommandDescription> sections;
  const std::vector<CommandDescription> described = describe(line.root);
  for (const Command &one : line.commands)
    if (one.takesFlags)
      sections.push_back(
          *std::ranges::find(described, one.app->get_name(), &CommandDescription::name));
  const support::Outcome<Config> config = readConfig(path, command.app->get_name(), sections);
  return config ? runWith(line, *config) : fail(config.failure());
}

} // namespace

support::ExitCode run(const std::vector<std::string> &given) {
  CommandLine line(split(given));
  const std::vector<std::string> &own = line.arguments.own;
  if (own.empty()) {
    fail({"no command given", line.root.help()});
    return support::ExitCode::BadInput;
  }
  const std::string &word = own.front();
  if (!word.starts_with('-') && !std::ranges::count(namesOf(line.commands), word))
    return unknownCommand(word, line.commands, line.root);
  try {
    line.parse();
  } catch (const CLI::CallForHelp &) {
    return show(line.subject().help());
  } catch (const CLI::ParseError &problem) {
    return usage(saidPlainly(problem.what()), line.subject());
  }
  if (line.wantsVersion)
    return show(version() + "\n");
  return line.chosen() ? runLine(line) : unknownOption(line.root.remaining(), line.root);
}

} // namespace heddle::cli
