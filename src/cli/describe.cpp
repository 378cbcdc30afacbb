#include "cli/describe.h"

#include "cli/common.h"
#include "cli/help.h"
#include "cli/properties.h"
#include "explore/strategies.h"
#include "report/explanation.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::cli {
namespace {

using Value = OptionDescription::Value;

/// Words that are written down elsewhere: those of an option, or of a place of a command.
std::vector<std::string> wordsElsewhere(const std::string &command, const std::string &name) {
  std::vector<std::string> words;
  if (name == "--strategy" && command == "reach")
    words = {"auto", "guided", "complete"};
  else if (name == "--strategy")
    for (const explore::Strategy &strategy : explore::strategies())
      words.emplace_back(strategy.name);
  else if (name == "--property")
    words = allProperties();
  else if (command == "explain" && name == "WORD")
    words = explainedWords();
  else if (command == "completion" && name == "SHELL")
    words = completedShells();
  return words;
}

/// "rf|so" and "RW,MM,WM,WN" name what may be given.
std::vector<std::string> wordsOf(const std::string &argument) {
  const char separator = argument.find(',') != std::string::npos ? ',' : '|';
  const llvm::StringRef text(argument);
  if (!text.contains(separator) || text.contains('-'))
    return {};
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, separator);
  return {parts.begin(), parts.end()};
}

Value valueOf(const std::string &place, const std::string &argument) {
  if (place == "TEST")
    return Value::Test;
  if (place == "FILES" || place == "OLD" || place == "NEW")
    return Value::Program;
  if (place == "DIR" || argument == "DIR")
    return Value::Directory;
  if (argument == "FILE" || argument == "FILE:LINE" || argument == "FILE|-" || argument == "PATH")
    return Value::File;
  return Value::Text;
}

OptionDescription describeOption(const std::string &command, const CLI::Option &option) {
  OptionDescription described;
  described.names = spellings(option);
  const std::string place = described.names.front().starts_with('-') ? "" : described.names.front();
  described.help = option.get_description();
  if (option.get_expected_max() == 0)
    return described; // A flag.
  described.argument = argumentOf(option);
  described.value = valueOf(place, described.argument);
  described.words = wordsOf(described.argument);
  for (const std::string &name : described.names)
    if (described.words.empty())
      described.words = wordsElsewhere(command, name);
  described.isList = option.get_delimiter() == ',';
  described.repeats = option.get_expected_max() > 1;
  return described;
}

/// Its line of the help.
std::string usageOf(const std::string &help) {
  constexpr std::string_view start = "usage: ";
  const std::size_t at = help.find(start);
  return at == std::string::npos ? "" : help.substr(at, help.find('\n', at) - at);
}

CommandDescription describeCommand(const CLI::App &app) {
  CommandDescription described;
  described.name = app.get_parent() ? app.get_name() : "";
  described.help = app.get_description();
  // Not help(): that is of the command which is being run.
  described.usage = usageOf(app.get_formatter()->make_help(&app, "", CLI::AppFormatMode::Normal));
  described.footer = app.get_footer();
  for (const CLI::Option *option : app.get_options())
    if (!option->get_group().empty())
      described.options.push_back(describeOption(described.name, *option));
  return described;
}

llvm::StringRef nameOf(Value value) {
  switch (value) {
  case Value::None:
    return "none";
  case Value::Text:
    return "text";
  case Value::File:
    return "file";
  case Value::Directory:
    return "directory";
  case Value::Program:
    return "program";
  case Value::Test:
    return "test";
  }
  return "";
}

} // namespace

std::vector<CommandDescription> describe(const CLI::App &root) {
  std::vector<CommandDescription> commands = {describeCommand(root)};
  for (const CLI::App *app : root.get_subcommands([](const CLI::App *) { return true; }))
    if (!app->get_group().empty())
      commands.push_back(describeCommand(*app));
  return commands;
}

std::string asJson(const std::vector<CommandDescription> &commands) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out, 1);
  const auto texts = [&](llvm::StringRef key, const std::vector<std::string> &values) {
    json.attributeArray(key, [&] {
      for (const std::string &value : values)
        json.value(value);
    });
  };
  const auto option = [&](const OptionDescription &one) {
    texts("names", one.names);
    json.attribute("argument", one.argument);
    json.attribute("help", one.help);
    json.attribute("value", nameOf(one.value));
    texts("words", one.words);
    json.attribute("list", one.isList);
    json.attribute("repeats", one.repeats);
  };
  json.array([&] {
    for (const CommandDescription &command : commands)
      json.object([&] {
        json.attribute("name", command.name);
        json.attribute("help", command.help);
        json.attribute("usage", command.usage);
        json.attribute("footer", command.footer);
        json.attributeArray("options", [&] {
          for (const OptionDescription &one : command.options)
            json.object([&] { option(one); });
        });
      });
  });
  return text + "\n";
}

} // namespace heddle::cli
