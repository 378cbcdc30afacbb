#include "report/defuse_page.h"

#include "report/escape.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <map>
#include <vector>

namespace heddle::report {
namespace {

constexpr const char *head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>definition-use pairs</title><style>
:root { color-scheme: light dark; }
body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0 2em; }
th, td { border: 1px solid #8886; padding: .3em .6em; text-align: left; vertical-align: top; }
th { font-weight: 600; }
code { font-family: ui-monospace, monospace; }
.observed { background: #2a71; } .inferred { background: #27a2; }
.infeasible { color: #8889; } .open { background: #c802; }
</style></head><body>
)";

/// One variable: its writes down, its reads across.
class Matrix {
public:
  explicit Matrix(const support::SourceText &sources) : sources(&sources) {}

  void add(const DefusePair &pair) {
    const std::string write = pair.write ? shown(*pair.write) : "initial value";
    note(writes, write, pair.write ? &*pair.write : nullptr);
    const std::string read = shown(pair.read);
    note(reads, read, &pair.read);
    cells[{write, read}] = &pair;
  }

  std::string text() const {
    std::string result = "<table><tr><th>write \\ read</th>";
    for (const auto &[read, source] : reads)
      result += heading(read, source);
    result += "</tr>\n";
    for (const auto &[write, source] : writes) {
      result += "<tr>" + heading(write, source);
      for (const auto &[read, unused] : reads)
        result += cell(write, read);
      result += "</tr>\n";
    }
    return result + "</table>\n";
  }

private:
  using Names = std::vector<std::pair<std::string, std::string>>; ///< With the source line.

  void note(Names &names, const std::string &name, const Place *place) const {
    if (std::ranges::find(names, name, [](const auto &one) { return one.first; }) != names.end())
      return;
    const auto line = place ? sources->line(place->file, place->line) : std::nullopt;
    names.emplace_back(name, line ? std::string(*line) : std::string());
  }

  static std::string heading(const std::string &name, const std::string &source) {
    return fmt::format("<th>{}<br><code>{}</code></th>", escapedForXml(name),
                       escapedForXml(source));
  }

  std::string cell(const std::string &write, const std::string &read) const {
    const auto found = cells.find({write, read});
    if (found == cells.end())
      return "<td></td>";
    const DefusePair &pair = *found->second;
    std::string text = escapedForXml(pair.status);
    if (!pair.test.empty())
      text = fmt::format("<details><summary>{}</summary><code>heddle view {}</code></details>",
                         text, escapedForXml(pair.test));
    return fmt::format("<td class=\"{}\" title=\"{}\">{}</td>", escapedForXml(pair.status),
                       escapedForXml(pair.why), text);
  }

  const support::SourceText *sources;
  Names writes;
  Names reads;
  std::map<std::pair<std::string, std::string>, const DefusePair *> cells;
};

} // namespace

void printDefuseHtml(llvm::raw_ostream &out, const Result &result,
                     const support::SourceText &sources) {
  std::vector<std::pair<std::string, Matrix>> matrices;
  for (const DefusePair &pair : result.defuse->pairs) {
    auto known =
        std::ranges::find(matrices, pair.variable, [](const auto &one) { return one.first; });
    if (known == matrices.end())
      known = matrices.insert(matrices.end(), {pair.variable, Matrix(sources)});
    known->second.add(pair);
  }
  out << head << "<h1>Which write each read can see</h1>\n";
  for (const auto &[variable, matrix] : matrices)
    out << "<h2><code>" << escapedForXml(variable) << "</code></h2>\n" << matrix.text();
  out << "</body></html>\n";
}

} // namespace heddle::report
