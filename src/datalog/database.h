// Values and tuples for a set of rules: facts before an evaluation, and what follows from them
// after it.
#pragma once

#include "datalog/relation.h"
#include "datalog/rules.h"

#include <span>
#include <string>

namespace heddle::datalog {

class Database {
public:
  /// With the facts that stand among the rules. The values of the rules' constants are valid in it.
  explicit Database(const Rules &rules);

  const Domain &domain(DomainId id) const { return domains[id]; }
  /// See Domain::intern.
  std::optional<ValueId> intern(DomainId id, std::string_view text) {
    return domains[id].intern(text);
  }
  std::size_t relationCount() const { return relations.size(); }
  std::size_t domainCount() const { return domains.size(); }

  Relation &relation(RelationId id) { return relations[id]; }
  const Relation &relation(RelationId id) const { return relations[id]; }
  bool insert(RelationId id, std::span<const ValueId> tuple) { return relations[id].insert(tuple); }
  /// Fits all relations to the sizes of their domains, before an evaluation.
  void fit(const Rules &rules);
  std::uint64_t bytes() const;

  /// Store("4", "x"): a tuple as a fact is written.
  std::string describe(const Rules &rules, RelationId id, std::span<const ValueId> tuple) const;

private:
  std::vector<Domain> domains;
  std::vector<Relation> relations;
};

} // namespace heddle::datalog
