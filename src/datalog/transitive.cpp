#include "datalog/transitive.h"

#include <algorithm>

namespace heddle::datalog {

/// Whether a rule is H(x,z) :- A(x,y), B(y,z), in either order of its body.
static std::optional<std::pair<RelationId, RelationId>> composition(const Rule &rule) {
  if (rule.positive.size() != 2 || !rule.negative.empty() || !rule.comparisons.empty() ||
      rule.variables.size() != 3)
    return std::nullopt;
  for (const Atom *atom : {&rule.head, &rule.positive[0], &rule.positive[1]})
    if (atom->terms.size() != 2 || !atom->terms[0].isVariable() || !atom->terms[1].isVariable())
      return std::nullopt;
  for (int first : {0, 1}) {
    const Atom &a = rule.positive[first], &b = rule.positive[1 - first];
    if (a.terms[0] == rule.head.terms[0] && a.terms[1] == b.terms[0] &&
        b.terms[1] == rule.head.terms[1] && !(rule.head.terms[0] == rule.head.terms[1]))
      return std::pair(a.relation, b.relation);
  }
  return std::nullopt;
}

std::optional<Transitive> findTransitive(const Rules &rules, const Stratum &stratum) {
  if (stratum.relations.size() != 1)
    return std::nullopt;
  const RelationId own = stratum.relations.front();
  std::optional<Transitive> found;
  for (const std::uint32_t number : stratum.rules) {
    const Rule &rule = rules.rules[number];
    if (std::ranges::none_of(rule.positive, [&](const Atom &a) { return a.relation == own; }))
      continue;
    const auto parts = composition(rule);
    if (!parts || found)
      return std::nullopt;
    const auto &[a, b] = *parts;
    if (a == own && b == own)
      found = Transitive{Transitive::Kind::Both, own};
    else if (a == own)
      found = Transitive{Transitive::Kind::Behind, b};
    else
      found = Transitive{Transitive::Kind::Before, a};
  }
  if (!found)
    return std::nullopt;
  const auto &columns = rules.relations[found->step].columns;
  return columns[0] == columns[1] ? found : std::nullopt;
}

} // namespace heddle::datalog
