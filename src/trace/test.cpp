#include "trace/test.h"

#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <sstream>

namespace heddle::trace {

namespace {

constexpr const char *header = "heddle test 1";

/// A word with blanks, quotes or backslashes is written in quotes.
std::string quoted(const std::string &word) {
  if (!word.empty() && word.find_first_of(" \t\n\r\"\\#") == std::string::npos)
    return word;
  std::string text = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\')
      text += '\\';
    if (c == '\n')
      text += "\\n";
    else
      text += c;
  }
  return text + "\"";
}

std::string pointText(const Point &point) {
  if (point.function.empty())
    return point.thread + " end";
  return point.thread + " " + quoted(point.function) + " " + (point.isRaw ? "@" : "") +
         std::to_string(point.ordinal) + " " + std::to_string(point.time);
}

std::string comment(const Point &point) {
  return point.place.empty() ? "" : "  # " + point.place;
}

/// The words of a line up to a comment; nothing if a quote is not closed.
std::optional<std::vector<std::string>> words(const std::string &line) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == ' ' || line[i] == '\t' || line[i] == '\r') {
      ++i;
      continue;
    }
    if (line[i] == '#')
      break;
    std::string word;
    if (line[i] != '"') {
      while (i < line.size() && line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
        word += line[i++];
      result.push_back(word);
      continue;
    }
    for (++i; i < line.size() && line[i] != '"'; ++i) {
      if (line[i] == '\\' && i + 1 < line.size())
        word += line[++i] == 'n' ? '\n' : line[i];
      else
        word += line[i];
    }
    if (i == line.size())
      return std::nullopt;
    ++i;
    result.push_back(word);
  }
  return result;
}

template <class T> bool number(const std::string &word, T &out) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc{} && end == word.data() + word.size();
}

/// Reads THREAD end, or THREAD FUNCTION ORDINAL TIME, from position `at` on.
bool readPoint(const std::vector<std::string> &from, std::size_t &at, Point &point) {
  if (at + 2 > from.size())
    return false;
  point.thread = from[at++];
  if (from[at] == "end") {
    ++at;
    return true;
  }
  if (at + 3 > from.size())
    return false;
  point.function = from[at];
  point.isRaw = from[at + 1].starts_with('@');
  const bool read = number(from[at + 1].substr(point.isRaw ? 1 : 0), point.ordinal) &&
                    number(from[at + 2], point.time);
  at += 3;
  return read && !point.function.empty();
}

bool readLine(const std::vector<std::string> &line, Test &test) {
  const std::string &key = line[0];
  const std::size_t count = line.size();
  std::size_t at = 1;
  if (key == "switch") {
    Switch one;
    if (!readPoint(line, at, one.from) || at + 2 != count || line[at] != "->")
      return false;
    one.to = line[at + 1];
    test.switches.push_back(one);
    return true;
  }
  if (key == "choose") {
    Alternative one;
    if (!readPoint(line, at, one.at) || at + 1 != count || !number(line[at], one.which))
      return false;
    test.alternatives.push_back(one);
    return true;
  }
  if (key == "at") {
    Point point;
    if (!readPoint(line, at, point) || at != count)
      return false;
    test.places.push_back(point);
    return true;
  }
  if (key == "given" && count == 4) {
    test.given.push_back({line[1], line[2], line[3]});
    return true;
  }
  if (key == "input") {
    vm::InputValue value;
    if (count != 3 || !vm::readInput(line[2], value))
      return false;
    value.name = line[1];
    test.inputs.push_back(std::move(value));
    return true;
  }
  if (key == "spurious")
    return count == 1 && (test.spurious = true);
  if (count != 2)
    return false;
  if (key == "program")
    test.hash = line[1];
  else if (key == "entry")
    test.entry = line[1];
  else if (key == "file")
    test.files.push_back(line[1]);
  else if (key == "flag")
    test.flags.push_back(line[1]);
  else if (key == "compile-commands")
    test.compileCommands = line[1];
  else if (key == "models")
    test.models.push_back(line[1]);
  else if (key == "argument")
    test.arguments.push_back(line[1]);
  else if (key == "expect")
    test.kind = line[1];
  else
    return false;
  return true;
}

} // namespace

std::string write(const Test &test) {
  std::string text = std::string(header) + "\n";
  text += "program " + quoted(test.hash) + "\n";
  text += "entry " + quoted(test.entry) + "\n";
  for (const std::string &file : test.files)
    text += "file " + quoted(file) + "\n";
  for (const std::string &flag : test.flags)
    text += "flag " + quoted(flag) + "\n";
  if (!test.compileCommands.empty())
    text += "compile-commands " + quoted(test.compileCommands) + "\n";
  for (const std::string &directory : test.models)
    text += "models " + quoted(directory) + "\n";
  for (const std::string &argument : test.arguments)
    text += "argument " + quoted(argument) + "\n";
  for (const Given &one : test.given)
    text += "given " + quoted(one.name) + " " + quoted(one.path) + " " + one.hash + "\n";
  if (test.spurious)
    text += "spurious\n";
  if (!test.inputs.empty())
    text += "\n# inputs, in the order the program asks for them\n";
  for (const vm::InputValue &input : test.inputs)
    text += "input " + quoted(input.name) + " " + vm::textOf(input) + "\n";
  text += "\n# at this point -> this thread goes on (thread, function, nth operation in it, nth "
          "time)\n";
  for (const Switch &one : test.switches)
    text += "switch " + pointText(one.from) + " -> " + one.to + comment(one.from) + "\n";
  for (const Alternative &one : test.alternatives)
    text +=
        "choose " + pointText(one.at) + " " + std::to_string(one.which) + comment(one.at) + "\n";
  text += "\nexpect " + quoted(test.kind) + "\n";
  for (const Point &place : test.places)
    text += "at " + pointText(place) + comment(place) + "\n";
  return text;
}

support::Outcome<Test> readTest(const std::string &text, const std::string &name) {
  Test test;
  std::istringstream in(text);
  std::string line;
  unsigned number = 0;
  while (std::getline(in, line)) {
    ++number;
    const auto complain = [&](const std::string &what) {
      return support::Failure{name + ":" + std::to_string(number) + ": " + what, {}};
    };
    if (number == 1) {
      if (line.ends_with('\r'))
        line.pop_back();
      if (line.starts_with("heddle test ") && line != header)
        return complain(
            fmt::format("a test of another version: '{}', this heddle reads '{}'", line, header));
      if (line != header)
        return complain("not a heddle test: the first line must be '" + std::string(header) + "'");
      continue;
    }
    const auto parts = words(line);
    if (!parts)
      return complain("a quote that is not closed");
    if (!parts->empty() && !readLine(*parts, test))
      return complain("cannot read '" + line.substr(0, 80) + "'");
  }
  if (number == 0)
    return support::Failure{"'" + name + "' is empty, so it is no heddle test", {}};
  if (test.hash.empty() || test.kind.empty() || test.files.empty())
    return support::Failure{"'" + name + "' is cut short: it lacks the lines '" +
                                (test.hash.empty()    ? "program"
                                 : test.files.empty() ? "file"
                                                      : "expect") +
                                " …'",
                            {}};
  return test;
}

support::Outcome<Test> readTestFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in.is_open() || in.bad() || (text.str().empty() && in.fail()))
    return support::Failure{"cannot read test '" + path + "'", {}};
  return readTest(text.str(), path);
}

} // namespace heddle::trace
