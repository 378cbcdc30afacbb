#include "datalog/rules.h"

#include "datalog/check.h"
#include "datalog/parser.h"
#include "support/embedded.h"

#include <fmt/format.h>
#include <limits>

namespace heddle::embedded {
std::span<const support::EmbeddedFile> rules();
} // namespace heddle::embedded

namespace heddle::datalog {

std::optional<RelationId> Rules::find(std::string_view name) const {
  for (RelationId i = 0; i < relations.size(); ++i)
    if (relations[i].name == name)
      return i;
  return std::nullopt;
}

std::optional<DomainId> Rules::findDomain(std::string_view name) const {
  for (DomainId i = 0; i < domains.size(); ++i)
    if (domains[i].name() == name)
      return i;
  return std::nullopt;
}

std::string Rules::placeOf(Position position) const {
  const RuleFile &file = files[position.file];
  return fmt::format("{}:{}", file.name, datalog::placeOf(file, position.offset).line);
}

std::string Rules::textOf(const Rule &rule) const {
  const std::string_view text = files[rule.position.file].text;
  std::string line;
  bool inString = false;
  for (std::size_t i = rule.position.offset; i < text.size(); ++i) {
    const bool isLineComment = !inString && text.substr(i).starts_with("//");
    if (isLineComment || (!inString && text.substr(i).starts_with("/*"))) {
      const std::size_t end = isLineComment ? text.find('\n', i) : text.find("*/", i) + 1;
      i = std::min(end, text.size() - 1);
      continue;
    }
    if (inString && text[i] == '\\' && i + 1 < text.size())
      line += text[i++];
    else if (text[i] == '"')
      inString = !inString;
    const bool isSpace =
        !inString && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r');
    if (!isSpace)
      line += text[i];
    else if (!line.ends_with(' '))
      line += ' ';
    if (!inString && text[i] == '.')
      break;
  }
  return line;
}

support::Outcome<Rules> readRules(std::vector<RuleFile> files) {
  for (const RuleFile &file : files)
    if (file.text.size() >= std::numeric_limits<std::int32_t>::max())
      return support::Failure{fmt::format("{}: too large for rules", file.name), {}};
  Rules rules;
  rules.files = std::move(files);
  Diagnostics diagnostics(rules.files);
  const syntax::Program program = parse(rules.files, diagnostics);
  checkDeclarations(program, rules, diagnostics);
  checkClauses(program, rules, diagnostics);
  stratify(rules, diagnostics);
  if (diagnostics.hasErrors())
    return diagnostics.failure();
  return rules;
}

std::optional<RuleFile> embeddedRules(std::string_view name) {
  for (const support::EmbeddedFile &file : embedded::rules())
    if (file.name == name)
      return RuleFile{"rules/" + std::string(name), std::string(file.bytes)};
  return std::nullopt;
}

} // namespace heddle::datalog
