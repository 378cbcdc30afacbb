// Why a tuple is in a relation: one chain of rules that derives it, worked out after an evaluation.
#pragma once

#include "datalog/database.h"
#include "datalog/limits.h"

#include <map>
#include <memory>

namespace heddle::datalog {

/// A derivation without circles. A tuple that several steps rest on stands in it once.
struct Proof {
  /// An atom that no tuple matches; where there is no value, for none at all.
  struct Absent {
    RelationId relation = 0;
    std::vector<std::optional<ValueId>> values;
  };
  struct Step {
    RelationId relation = 0;
    std::vector<ValueId> tuple;
    std::optional<std::uint32_t> rule;   ///< Of Rules::rules; a fact has none.
    std::vector<std::uint32_t> premises; ///< Steps, one for each positive atom of the rule.
    std::vector<Absent> absent;          ///< One for each negated atom.
  };
  std::vector<Step> steps; ///< The first is what was asked for.
};

class Explainer {
public:
  /// `facts` is the database as it was before the evaluation, `result` as it is after it. All must
  /// outlive this.
  Explainer(const Rules &rules, const Database &facts, const Database &result);
  ~Explainer();
  Explainer(const Explainer &) = delete;
  Explainer &operator=(const Explainer &) = delete;

  /// Fails if the tuple does not follow, or a limit is reached.
  support::Outcome<Proof> explain(RelationId relation, std::span<const ValueId> tuple,
                                  const Limits &limits = {});
  /// A proof as an indented tree, each step with its rule and where that stands.
  std::string describe(const Proof &proof) const;

private:
  class Rounds;
  struct Instance;
  support::Done rank(std::size_t stratum, Budget &budget);
  std::uint32_t rankOf(RelationId relation, std::span<const ValueId> tuple) const;
  std::optional<Instance> findInstance(RelationId relation, std::span<const ValueId> tuple,
                                       Budget &budget) const;
  std::optional<Instance> tryRule(std::uint32_t number, std::span<const ValueId> tuple,
                                  Budget &budget) const;

  const Rules &rules;
  const Database &facts;
  const Database &result;
  std::vector<std::size_t> stratumOf; ///< By relation.
  /// When the tuples of recursive relations came, made when first asked for.
  std::map<RelationId, std::unique_ptr<Rounds>> rounds;
  std::vector<char> isRanked; ///< By stratum.
};

} // namespace heddle::datalog
