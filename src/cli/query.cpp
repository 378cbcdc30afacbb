// `heddle query`: asks the database of `heddle defuse`.
#include "defuse/query.h"

#include "cli/common.h"
#include "defuse/database.h"
#include "support/layout.h"

#include <algorithm>
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::cli {
namespace {

struct Options {
  std::string database;
  std::vector<std::string> words;
  std::string json; ///< A file, `-` for standard output, or empty.
};

std::string placeText(const std::string &file, const std::string &line,
                      const std::string &function) {
  return file.empty() ? "initial value" : fmt::format("{}:{} ({})", file, line, function);
}

std::string sourceText(const std::string &source) {
  const std::size_t begin = source.find_first_not_of(" \t");
  return begin == std::string::npos ? ""
                                    : "      " + support::printable(source.substr(begin)) + "\n";
}

/// One pair after the other, with source lines and how to run it again.
std::string pairsText(const defuse::Table &table) {
  std::string text;
  for (const std::vector<std::string> &row : table.rows) {
    text += fmt::format("{}: {}\n", support::printable(row[0]), row[9]);
    text += fmt::format("  write {}\n{}", placeText(row[1], row[2], row[3]), sourceText(row[4]));
    text += fmt::format("  read  {}\n{}", placeText(row[5], row[6], row[7]), sourceText(row[8]));
    if (!row[10].empty())
      text += fmt::format("  heddle replay {}\n", row[10]);
  }
  return table.rows.empty() ? "none\n" : text;
}

std::string tableText(const defuse::Table &table) {
  std::vector<std::size_t> widths;
  for (const std::string &column : table.columns)
    widths.push_back(column.size());
  for (const auto &row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  const auto add = [&](const std::vector<std::string> &row) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += fmt::format("{:<{}}  ", support::printable(row[i]), widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add(table.columns);
  for (const auto &row : table.rows)
    add(row);
  return text;
}

std::string jsonText(const defuse::Table &table) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::json::OStream json(out, 2);
  json.array([&] {
    for (const auto &row : table.rows)
      json.object([&] {
        for (std::size_t i = 0; i < row.size(); ++i)
          json.attribute(llvm::json::fixUTF8(table.columns[i]), llvm::json::fixUTF8(row[i]));
      });
  });
  out << "\n";
  return text;
}

support::ExitCode query(const Options &options) {
  std::string text;
  for (const std::string &word : options.words)
    text += (text.empty() ? "" : " ") + word;
  const auto parsed = defuse::parseQuery(text);
  if (!parsed)
    return fail(parsed.failure());
  auto database = defuse::Database::open(options.database);
  if (!database)
    return fail(database.failure());
  const auto table = database->ask(parsed->sql, parsed->parameters);
  if (!table)
    return fail(table.failure());
  const std::string answer = !options.json.empty() ? jsonText(*table)
                             : parsed->isSql       ? tableText(*table)
                                                   : pairsText(*table);
  const bool isForFile = !options.json.empty() && options.json != "-";
  const support::Done written =
      isForFile ? writeFile(options.json, answer, "JSON") : writeOutput(answer);
  return written ? support::ExitCode::Nothing : fail(written.failure());
}

} // namespace

Command addQuery(CLI::App &root, const std::vector<std::string> & /*flags*/) {
  auto options = std::make_shared<Options>();
  CLI::App *app = root.add_subcommand("query", "ask the database that 'heddle defuse' has written");
  app->add_option("DB", options->database, "the database")->type_name("")->required();
  app->add_option("QUERY", options->words, "the question, see below")->type_name("")->required();
  app->add_flag("--json{-}", options->json,
                "the answer as a JSON array of rows; --json=FILE writes it to a file");
  app->footer("Questions:\n"
              "  reads of VARIABLE                writes reaching FILE:LINE\n"
              "  reads with several definitions   pairs crossing threads on VARIABLE\n"
              "  \"test for FILE:LINE -> FILE:LINE\"\n"
              "  select ...                       SQL, on the tables of docs/defuse-database.md\n");
  return {app,
          [options] {
            // "--json -" as other commands have it: no question ends so.
            if (!options->json.empty() && options->words.back() == "-")
              options->words.pop_back();
            return query(*options);
          },
          false};
}

} // namespace heddle::cli
