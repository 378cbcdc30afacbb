#include "datalog/database.h"

#include <fmt/format.h>

namespace heddle::datalog {

Database::Database(const Rules &rules) : domains(rules.domains) {
  for (const RelationInfo &info : rules.relations)
    relations.emplace_back(info.columns);
  for (const Fact &fact : rules.facts)
    insert(fact.relation, fact.values);
}

void Database::fit(const Rules &rules) {
  for (RelationId i = 0; i < relations.size(); ++i) {
    std::vector<std::uint32_t> sizes;
    for (const DomainId column : rules.relations[i].columns)
      sizes.push_back(domains[column].size());
    relations[i].fit(sizes);
  }
}

std::uint64_t Database::bytes() const {
  std::uint64_t total = 0;
  for (const Relation &relation : relations)
    total += relation.bytes();
  for (const Domain &domain : domains)
    total += domain.bytes();
  return total;
}

std::string Database::describe(const Rules &rules, RelationId id,
                               std::span<const ValueId> tuple) const {
  const RelationInfo &info = rules.relations[id];
  std::string text = info.name + "(";
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    const Domain &values = domains[info.columns[i]];
    const std::string &value = values.text(tuple[i]);
    text += (i ? ", " : "") +
            (values.base() == BaseType::Symbol ? fmt::format("\"{}\"", value) : value);
  }
  return text + ")";
}

} // namespace heddle::datalog
