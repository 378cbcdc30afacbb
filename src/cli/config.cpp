#include "cli/config.h"

#include "support/nearest.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using support::Failure;
using Value = OptionDescription::Value;

constexpr std::string_view flagsKey = "flags";

/// Of the command line: what names the file itself, and what asks for help.
constexpr std::array<std::string_view, 3> notHere = {"--help", "--config", "--no-config"};

std::string meantBy(const std::string &word, const std::vector<std::string> &known) {
  const auto near = support::nearest(word, known);
  return near ? fmt::format("; did you mean '{}'?", *near) : "";
}

/// Reads one file.
class Reader {
public:
  Reader(const std::string &file, const std::string &forCommand,
         const std::vector<CommandDescription> &known)
      : command(forCommand), commands(known), directory(fs::path(file).parent_path()) {
    config.path = file;
  }

  support::Outcome<Config> read() {
    const toml::parse_result parsed = toml::parse_file(config.path);
    if (!parsed)
      return at(parsed.error().source().begin.line, std::string(parsed.error().description()));
    for (const auto &[key, node] : parsed.table())
      if (const support::Done done = top(std::string(key.str()), node, key.source().begin.line);
          !done)
        return done.failure();
    // As a reader of the file expects them; a table has no order.
    std::ranges::sort(config.settings, {}, &Setting::line);
    return std::move(config);
  }

private:
  Config config;
  const std::string &command;
  const std::vector<CommandDescription> &commands;
  const fs::path directory;

  Failure at(unsigned line, const std::string &message) const {
    return {fmt::format("{}:{}: {}", config.path, line, message), {}};
  }

  /// A section, or a key for all commands that know it.
  support::Done top(const std::string &key, const toml::node &node, unsigned line) {
    if (key == flagsKey)
      return flags(node, line);
    const toml::table *section = node.as_table();
    if (!section)
      return setting("", key, node, line);
    const auto known = std::ranges::find(commands, key, &CommandDescription::name);
    if (known == commands.end()) {
      std::vector<std::string> names;
      for (const CommandDescription &one : commands)
        names.push_back(one.name);
      return at(line, fmt::format("there is no section '{}'{}; there are {}", key,
                                  meantBy(key, names), fmt::join(names, ", ")));
    }
    for (const auto &[inner, value] : *section)
      if (const support::Done done =
              setting(key, std::string(inner.str()), value, inner.source().begin.line);
          !done)
        return done.failure();
    return support::done();
  }

  /// The option of that name, of one command or, without a name, of any.
  const OptionDescription *find(const std::string &section, const std::string &name,
                                std::vector<std::string> &known) const {
    const OptionDescription *found = nullptr;
    for (const CommandDescription &one : commands) {
      if (!section.empty() && one.name != section)
        continue;
      for (const OptionDescription &option : one.options)
        for (const std::string &own : option.names) {
          if (!own.starts_with("--") || std::ranges::count(notHere, own))
            continue;
          known.push_back(own.substr(2));
          // That of the command at hand, where several have one.
          if (own == name && (!found || one.name == command))
            found = &option;
        }
    }
    return found;
  }

  bool isFor(const std::string &section, const std::string &name) const {
    if (!section.empty())
      return section == command;
    const auto own = std::ranges::find(commands, command, &CommandDescription::name);
    return own != commands.end() &&
           std::ranges::any_of(own->options, [&](const OptionDescription &option) {
             return std::ranges::count(option.names, name) > 0;
           });
  }

  support::Done setting(const std::string &section, const std::string &key, const toml::node &node,
                        unsigned line) {
    if (!section.empty() && key == flagsKey)
      return at(line, "'flags' are those of the program, so they stand above all sections");
    std::vector<std::string> known;
    const std::string name = "--" + key;
    const OptionDescription *option = find(section, name, known);
    if (!option)
      return at(line, fmt::format("unknown key '{}'{}{}", key,
                                  section.empty() ? "" : fmt::format(" in [{}]", section),
                                  meantBy(key, known)));
    Setting setting{name, {}, line};
    if (const support::Done fine = words(*option, key, node, setting); !fine)
      return fine.failure();
    if (isFor(section, name) && !setting.words.empty())
      replace(std::move(setting), !section.empty());
    return support::done();
  }

  /// What is said for one command wins over what is said for all.
  void replace(Setting setting, bool isOwn) {
    const auto same = std::ranges::find(config.settings, setting.option, &Setting::option);
    if (same == config.settings.end())
      config.settings.push_back(std::move(setting));
    else if (isOwn)
      *same = std::move(setting);
  }

  support::Done words(const OptionDescription &option, const std::string &key,
                      const toml::node &node, Setting &setting) const {
    const std::string name = "--" + key;
    if (option.value == Value::None) {
      const auto *wanted = node.as_boolean();
      if (!wanted)
        return at(setting.line, fmt::format("'{}' is true or false", key));
      if (wanted->get())
        setting.words.push_back(name);
      return support::done();
    }
    std::vector<const toml::node *> values = {&node};
    if (const toml::array *list = node.as_array()) {
      if (!option.repeats)
        return at(setting.line, fmt::format("'{}' is one value, not a list", key));
      values.clear();
      for (const toml::node &one : *list)
        values.push_back(&one);
    }
    for (const toml::node *one : values) {
      const auto text = textOf(*one);
      if (!text)
        return at(setting.line,
                  fmt::format("'{}' is a {}, not {}", key,
                              option.argument == "N" || option.argument == "S" ? "number"
                                                                               : "text in quotes",
                              kindOf(*one)));
      if (!option.words.empty() && !std::ranges::count(option.words, *text))
        return at(setting.line,
                  fmt::format("'{}' cannot be '{}'{}", key, *text,
                              support::nearest(*text, option.words)
                                  ? meantBy(*text, option.words)
                                  : fmt::format("; there are {}", fmt::join(option.words, ", "))));
      // The parser of the command line wants a mark before words for the program.
      setting.words.push_back(name + (key == "args" ? "=:" : "=") + placed(option, *text));
    }
    return support::done();
  }

  static std::optional<std::string> textOf(const toml::node &node) {
    if (const auto text = node.value_exact<std::string>())
      return *text;
    if (const auto whole = node.value_exact<std::int64_t>())
      return std::to_string(*whole);
    if (const auto number = node.value_exact<double>())
      return fmt::format("{}", *number);
    return std::nullopt;
  }

  static std::string_view kindOf(const toml::node &node) {
    return node.is_boolean() ? "true or false" : node.is_table() ? "a section" : "this";
  }

  /// Paths are meant from where the file is.
  std::string placed(const OptionDescription &option, const std::string &text) const {
    if (option.argument == "NAME=PATH") {
      const std::size_t equals = text.find('=');
      return equals == std::string::npos
                 ? text
                 : text.substr(0, equals + 1) + fromHere(text.substr(equals + 1));
    }
    const bool isPath = option.value == Value::File || option.value == Value::Directory;
    return isPath && text != "-" ? fromHere(text) : text;
  }

  std::string fromHere(const std::string &path) const {
    if (path.empty() || fs::path(path).is_absolute())
      return path;
    return (directory / path).lexically_normal().string();
  }

  support::Done flags(const toml::node &node, unsigned line) {
    const toml::array *list = node.as_array();
    if (!list)
      return at(line, "'flags' is a list of texts, such as [\"-Iinclude\", \"-DN=3\"]");
    bool isPath = false; // The flag before wants one.
    for (const toml::node &one : *list) {
      const auto text = one.value_exact<std::string>();
      if (!text)
        return at(line, "'flags' is a list of texts, such as [\"-Iinclude\", \"-DN=3\"]");
      config.flags.push_back(isPath ? fromHere(*text) : flagFromHere(*text));
      isPath = std::ranges::count(pathFlags, *text) > 0;
    }
    return support::done();
  }

  static constexpr std::array<std::string_view, 6> pathFlags = {
      "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"};

  std::string flagFromHere(const std::string &flag) const {
    for (const std::string_view start : pathFlags)
      if (flag.starts_with(start) && flag.size() > start.size())
        return std::string(start) + fromHere(flag.substr(start.size()));
    return flag;
  }
};

bool isForeign(const std::string &path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && status.st_uid != 0 && status.st_uid != geteuid();
}

} // namespace

support::Outcome<std::string> findConfig(const std::string &program) {
  std::error_code error;
  fs::path at = program.empty() ? fs::path(".") : fs::path(program);
  if (!fs::is_directory(at, error))
    at = at.has_parent_path() ? at.parent_path() : fs::path(".");
  const fs::path whole = fs::absolute(at, error).lexically_normal();
  for (fs::path above = whole; !error; above = above.parent_path()) {
    const fs::path file = above / configName;
    if (fs::is_regular_file(file, error)) {
      const std::string near = fs::proximate(file, error).string();
      const std::string name = near.starts_with("../../..") ? file.string() : near;
      if (isForeign(file.string()))
        return Failure{
            fmt::format("'{}' belongs to somebody else, and its compiler flags could run programs",
                        name),
            fmt::format("type --config {} if you trust it, --no-config to go without", name)};
      return name;
    }
    error.clear();
    if (above == above.root_path())
      break;
  }
  return std::string();
}

support::Outcome<Config> readConfig(const std::string &path, const std::string &command,
                                    const std::vector<CommandDescription> &commands) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return Failure{fmt::format("cannot read '{}': no such file", path), {}};
  return Reader(path, command, commands).read();
}

} // namespace heddle::cli
