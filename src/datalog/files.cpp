#include "datalog/files.h"

#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

namespace heddle::datalog {

namespace {

using support::Failure;

std::string pathOf(const std::string &directory, const std::string &name) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

support::Done write(const std::string &path, const std::string &text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    return Failure{fmt::format("{}: cannot be written", path), {}};
  return support::done();
}

std::string joined(const Rules &rules) {
  std::string text;
  for (const RuleFile &file : rules.files)
    text += fmt::format("// {}\n{}{}", file.name, file.text, file.text.ends_with('\n') ? "" : "\n");
  return text;
}

/// Reads one file into one relation.
class FactReader {
public:
  FactReader(std::string path, const Rules &rules, RelationId relation, Database &database)
      : path(std::move(path)), info(rules.relations[relation]), relation(relation),
        database(database) {}

  support::Done read(std::string_view text) {
    for (unsigned number = 1; !text.empty(); ++number) {
      const std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
      if (line.ends_with('\r'))
        line.remove_suffix(1);
      if (auto done = readLine(line, number); !done)
        return done;
    }
    return support::done();
  }

private:
  support::Done readLine(std::string_view line, unsigned number) {
    std::vector<ValueId> tuple;
    // Soufflé writes a nullary relation that holds as one empty pair of parentheses.
    if (info.columns.empty()) {
      if (!line.empty() && line != "()")
        return Failure{
            fmt::format("{}:{}: '{}' has no arguments: expected '()'", path, number, info.name),
            {}};
      database.insert(relation, tuple);
      return support::done();
    }
    const std::size_t values = 1 + std::ranges::count(line, '\t');
    if (values != info.columns.size())
      return Failure{fmt::format("{}:{}: expected {} value{} apart by tabs, not {}", path, number,
                                 info.columns.size(), info.columns.size() == 1 ? "" : "s", values),
                     {}};
    for (const DomainId column : info.columns) {
      const std::size_t end = line.find('\t');
      const std::string_view value = line.substr(0, end);
      line = end == std::string_view::npos ? std::string_view{} : line.substr(end + 1);
      const auto id = database.intern(column, value);
      if (!id)
        return Failure{fmt::format("{}:{}: '{}' is no {} of 32 bits, which '{}' of '{}' must be",
                                   path, number, support::cut(support::printable(value), 40),
                                   database.domain(column).base() == BaseType::Number
                                       ? "number"
                                       : "unsigned number",
                                   info.attributes[tuple.size()], info.name),
                       {}};
      tuple.push_back(*id);
    }
    database.insert(relation, tuple);
    return support::done();
  }

  std::string path;
  const RelationInfo &info;
  RelationId relation;
  Database &database;
};

} // namespace

support::Done saveFacts(const std::string &directory, const Rules &rules,
                        const Database &database) {
  if (const std::error_code error = llvm::sys::fs::create_directories(directory))
    return Failure{fmt::format("{}: cannot be made: {}", directory, error.message()), {}};
  if (auto done = write(pathOf(directory, "rules.dl"), joined(rules)); !done)
    return done;
  if (auto done = write(pathOf(directory, "rules.smt2"), z3Script(rules, database)); !done)
    return done;
  for (RelationId r = 0; r < rules.relations.size(); ++r) {
    const RelationInfo &info = rules.relations[r];
    if (!info.isInput)
      continue;
    std::string text;
    bool isWritable = true;
    database.relation(r).forEach([&](std::span<const ValueId> tuple) {
      for (std::size_t i = 0; i < tuple.size(); ++i) {
        const std::string &value = database.domain(info.columns[i]).text(tuple[i]);
        isWritable = isWritable && value.find_first_of("\t\n\r") == std::string::npos;
        text += (i ? "\t" : "") + value;
      }
      text += tuple.empty() ? "()\n" : "\n";
    });
    if (!isWritable)
      return Failure{fmt::format("'{}' has a value with a tab or an end of line, which '{}.facts' "
                                 "cannot have",
                                 info.name, info.name),
                     {}};
    if (auto done = write(pathOf(directory, info.name + ".facts"), text); !done)
      return done;
  }
  return support::done();
}

support::Done loadFacts(const std::string &directory, const Rules &rules, Database &database) {
  if (!llvm::sys::fs::is_directory(directory))
    return Failure{fmt::format("{}: no such directory", directory), {}};
  for (RelationId r = 0; r < rules.relations.size(); ++r) {
    if (!rules.relations[r].isInput)
      continue;
    const std::string path = pathOf(directory, rules.relations[r].name + ".facts");
    if (!llvm::sys::fs::exists(path))
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
    if (!buffer)
      return Failure{fmt::format("{}: cannot be read: {}", path, buffer.getError().message()), {}};
    const llvm::StringRef text = (*buffer)->getBuffer();
    if (auto done = FactReader(path, rules, r, database).read({text.data(), text.size()}); !done)
      return done;
  }
  return support::done();
}

} // namespace heddle::datalog
