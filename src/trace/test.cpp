#include "trace/test.h"

#include "support/layout.h"
#include "vm/fault.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
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

std::string comment(const SeenWrite &one) {
  if (one.read.place.empty())
    return {};
  return "  # " + one.read.place + " sees " +
         (one.isInitial ? "the initial value" : one.write.place);
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

/// "main", "T1", "T1.2".
bool isThread(const std::string &word) {
  return word == "main" || (word.size() > 1 && word[0] == 'T' &&
                            word.find_first_not_of("0123456789.", 1) == std::string::npos);
}

bool isKind(const std::string &word) {
  if (word == readsFromKind || word == targetKind)
    return true;
  for (unsigned kind = 0; kind < vm::faultKinds; ++kind)
    if (vm::name(static_cast<vm::FaultKind>(kind)) == word)
      return true;
  return false;
}

/// Reads THREAD end, or THREAD FUNCTION ORDINAL TIME, from position `at` on.
bool readPoint(const std::vector<std::string> &from, std::size_t &at, Point &point) {
  if (at + 2 > from.size())
    return false;
  point.thread = from[at++];
  if (!isThread(point.thread))
    return false;
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
  return read && !point.function.empty() && point.time > 0;
}

bool readLine(const std::vector<std::string> &line, unsigned lineNumber, Test &test) {
  const std::string &key = line[0];
  const std::size_t count = line.size();
  std::size_t at = 1;
  if (key == "switch") {
    Switch one;
    if (!readPoint(line, at, one.from) || at + 2 != count || line[at] != "->" ||
        !isThread(line[at + 1]))
      return false;
    one.from.line = lineNumber;
    one.to = line[at + 1];
    test.switches.push_back(one);
    return true;
  }
  if (key == "choose") {
    Alternative one;
    if (!readPoint(line, at, one.at) || at + 1 != count || !number(line[at], one.which))
      return false;
    one.at.line = lineNumber;
    test.alternatives.push_back(one);
    return true;
  }
  if (key == "at") {
    Point point;
    if (!readPoint(line, at, point) || at != count)
      return false;
    point.line = lineNumber;
    test.places.push_back(point);
    return true;
  }
  if (key == "sees") {
    SeenWrite one;
    if (!readPoint(line, at, one.read) || at >= count || line[at++] != "from")
      return false;
    one.read.line = one.write.line = lineNumber;
    one.isInitial = at + 1 == count && line[at] == "init";
    if (one.read.function.empty() ||
        (!one.isInitial &&
         (!readPoint(line, at, one.write) || at != count || one.write.function.empty())))
      return false;
    test.reads.push_back(one);
    return true;
  }
  if (key == "target") {
    TargetPlace one;
    if (count != 4 || !number(line[2], one.instruction) || !number(line[3], one.targets) ||
        !one.targets)
      return false;
    one.function = line[1];
    one.line = lineNumber;
    test.targets.push_back(one);
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
  if (key == "no-races")
    return count == 1 && !(test.races = false);
  if (count != 2)
    return false;
  if (key == "file" && !test.fileLine)
    test.fileLine = lineNumber;
  if (key == "program")
    test.programLine = lineNumber;
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
  else if (key == "expect" && isKind(line[1]))
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
  if (!test.races)
    text += "no-races\n";
  if (!test.targets.empty())
    text += "\n# looked for (function, nth instruction of it, bits of the targets)\n";
  for (const TargetPlace &one : test.targets)
    text += "target " + quoted(one.function) + " " + std::to_string(one.instruction) + " " +
            std::to_string(one.targets) + (one.place.empty() ? "" : "  # " + one.place) + "\n";
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
  for (const SeenWrite &one : test.reads)
    text += "sees " + pointText(one.read) + " from " +
            (one.isInitial ? "init" : pointText(one.write)) + comment(one) + "\n";
  return text + "end\n";
}

support::Outcome<Test> readTest(const std::string &text, const std::string &name) {
  Test test;
  std::istringstream in(text);
  std::string line;
  unsigned number = 0;
  bool ends = false;
  const auto complain = [&](const std::string &what) {
    return support::Failure{name + ":" + std::to_string(number) + ": " + what, {}};
  };
  while (std::getline(in, line)) {
    ++number;
    if (number == 1) {
      if (line.ends_with('\r'))
        line.pop_back();
      if (line == header)
        continue;
      if (line.starts_with("heddle test "))
        return complain("a test of another version: '" + support::printable(line.substr(0, 80)) +
                        "', this heddle reads '" + header + "'");
      return complain("no heddle test: the first line must be '" + std::string(header) + "'");
    }
    const auto parts = words(line);
    if (!parts)
      return complain("a quote that is not closed");
    if (parts->empty())
      continue;
    if (ends)
      return complain("something follows 'end'");
    ends = *parts == std::vector<std::string>{"end"};
    if (!ends && !readLine(*parts, number, test))
      return complain("cannot read '" + support::printable(line.substr(0, 80)) + "'");
  }
  if (number == 0) {
    number = 1;
    return complain("the file is empty, so it is no heddle test");
  }
  if (!ends)
    return complain("the test is cut short: its last line must be 'end'");
  const bool isReads = test.kind == readsFromKind;
  const bool isTarget = test.kind == targetKind;
  const char *missing = test.hash.empty()                                    ? "program"
                        : test.files.empty() && test.compileCommands.empty() ? "file"
                        : test.kind.empty()                                  ? "expect"
                        : isReads && test.reads.empty()                      ? "sees"
                        : !isReads && test.places.empty()                    ? "at"
                        : isTarget && test.targets.empty()                   ? "target"
                                                                             : nullptr;
  if (missing)
    return complain(std::string("the test has no line '") + missing + " …'");
  if (isReads ? !test.places.empty() : !test.reads.empty())
    return complain(std::string("a test that expects ") + test.kind + " has no line '" +
                    (isReads ? "at" : "sees") + " …'");
  return test;
}

support::Outcome<Test> readTestFile(const std::string &path) {
  const auto complain = [&](const std::string &why) {
    return support::Failure{"cannot read test '" + path + "': " + why, {}};
  };
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return complain("it is a directory");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in.is_open())
    return complain(std::strerror(errno));
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad())
    return complain(std::strerror(errno));
  return readTest(text, path);
}

} // namespace heddle::trace
