#include "datalog/explain.h"

#include "datalog/evaluate.h"
#include "datalog/join.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <ranges>

namespace heddle::datalog {

/// Which round of a semi-naive evaluation brought which tuple. A tuple of a round rests on tuples
/// of rounds before it, which is what keeps proofs from going round.
class Explainer::Rounds {
public:
  /// `number` counts over the whole stratum, so that relations that need each other compare.
  void add(const Relation &fresh, std::uint32_t number) {
    Round round;
    // Late rounds of long chains have few tuples, and there may be thousands.
    if (fresh.arity() != 0 && fresh.count() * 32 < fresh.bytes()) {
      std::vector<std::uint8_t> order(fresh.arity());
      std::iota(order.begin(), order.end(), 0);
      round.few = std::make_unique<TupleTrie>(order);
      fresh.forEach([&](std::span<const ValueId> tuple) { round.few->insert(tuple); });
    } else {
      round.many = std::make_unique<Relation>(fresh);
    }
    all.push_back(std::move(round));
    numbers.push_back(number);
  }

  std::uint32_t find(std::span<const ValueId> tuple) const {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].few ? all[i].few->contains(tuple) : all[i].many->contains(tuple))
        return numbers[i];
    return ~0U;
  }

private:
  struct Round {
    std::unique_ptr<TupleTrie> few;
    std::unique_ptr<Relation> many;
  };
  std::vector<Round> all;
  std::vector<std::uint32_t> numbers;
};

/// A rule with values for all its variables and wildcards.
struct Explainer::Instance {
  std::uint32_t rule;
  std::vector<std::vector<ValueId>> premises;
  std::vector<Proof::Absent> absent;
};

Explainer::Explainer(const Rules &rules, const Database &facts, const Database &result)
    : rules(rules), facts(facts), result(result), stratumOf(rules.relations.size()),
      isRanked(rules.strata.size()) {
  for (std::size_t s = 0; s < rules.strata.size(); ++s)
    for (const RelationId relation : rules.strata[s].relations)
      stratumOf[relation] = s;
}

Explainer::~Explainer() = default;

support::Done Explainer::rank(std::size_t number, Budget &budget) {
  const Stratum &stratum = rules.strata[number];
  if (isRanked[number] || !stratum.isRecursive)
    return support::done();
  if (budget.exceeds(2 * result.bytes()))
    return budget.failure();
  Database again = result;
  for (const RelationId relation : stratum.relations) {
    again.relation(relation) = facts.relation(relation);
    rounds[relation] = std::make_unique<Rounds>();
  }
  again.fit(rules);
  // What a round shows rests on what earlier rounds showed, of all relations of the stratum.
  std::uint32_t time = 0;
  auto done = evaluateInRounds(
      rules, stratum, again, budget,
      [&](RelationId relation, const Relation &fresh) { rounds[relation]->add(fresh, ++time); });
  if (!done)
    return done;
  isRanked[number] = true;
  return support::done();
}

std::uint32_t Explainer::rankOf(RelationId relation, std::span<const ValueId> tuple) const {
  const auto found = rounds.find(relation);
  return found == rounds.end() ? 0 : found->second->find(tuple);
}

namespace {

/// A rule whose head is known: its variables are values, and its wildcards variables.
class Narrowed {
public:
  Narrowed(const Rules &rules, const Rule &original, const Database &result)
      : rules(rules), result(result), rule(original), known(original.variables.size()) {
    rule.variables.clear();
  }

  /// Whether the head can be this tuple.
  bool unify(const Rule &original, std::span<const ValueId> tuple) {
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      const Term &term = original.head.terms[i];
      std::optional<ValueId> &value = term.isVariable() ? known[term.index] : constant;
      if (!term.isVariable())
        value = term.index;
      if (value && *value != tuple[i])
        return false;
      value = tuple[i];
    }
    numbers.assign(known.size(), ~0U);
    for (Atom &atom : rule.positive)
      for (std::size_t i = 0; i < atom.terms.size(); ++i)
        atom.terms[i] = narrow(atom.terms[i], rules.relations[atom.relation].columns[i], true);
    for (Atom &atom : rule.negative)
      for (std::size_t i = 0; i < atom.terms.size(); ++i)
        atom.terms[i] = narrow(atom.terms[i], rules.relations[atom.relation].columns[i], false);
    rule.head.terms.clear();
    return std::erase_if(rule.comparisons,
                         [&](Comparison &comparison) {
                           comparison.left = narrow(comparison.left, comparison.domain, false);
                           comparison.right = narrow(comparison.right, comparison.domain, false);
                           const bool isDecided =
                               !comparison.left.isVariable() && !comparison.right.isVariable();
                           isPossible = isPossible && (!isDecided || holds(comparison));
                           return isDecided;
                         }) >= 0 &&
           isPossible;
  }
  const Rule &get() const { return rule; }

private:
  Term narrow(const Term &term, DomainId domain, bool opensWildcards) {
    if (term.isConstant() || (term.kind == Term::Kind::Wildcard && !opensWildcards))
      return term;
    if (term.isVariable() && known[term.index])
      return {Term::Kind::Constant, *known[term.index]};
    const auto fresh = static_cast<std::uint32_t>(rule.variables.size());
    if (!term.isVariable() || numbers[term.index] == ~0U) {
      rule.variables.push_back({"", domain});
      if (!term.isVariable())
        return {Term::Kind::Variable, fresh};
      numbers[term.index] = fresh;
    }
    return {Term::Kind::Variable, numbers[term.index]};
  }

  bool holds(const Comparison &comparison) const {
    const auto ranks = result.domain(comparison.domain).ranks();
    const std::uint32_t left = ranks[comparison.left.index], right = ranks[comparison.right.index];
    switch (comparison.op) {
    case Operator::Equal:
      return left == right;
    case Operator::NotEqual:
      return left != right;
    case Operator::Less:
      return left < right;
    case Operator::LessEqual:
      return left <= right;
    case Operator::Greater:
      return left > right;
    case Operator::GreaterEqual:
      break;
    }
    return left >= right;
  }

  const Rules &rules;
  const Database &result;
  Rule rule;
  std::vector<std::optional<ValueId>> known;
  std::optional<ValueId> constant;
  std::vector<std::uint32_t> numbers; ///< Of the variables that are left.
  bool isPossible = true;
};

std::vector<ValueId> instantiate(const Atom &atom, std::span<const ValueId> values) {
  std::vector<ValueId> tuple;
  for (const Term &term : atom.terms)
    tuple.push_back(term.isVariable() ? values[term.index] : term.index);
  return tuple;
}

} // namespace

std::optional<Explainer::Instance>
Explainer::tryRule(std::uint32_t number, std::span<const ValueId> tuple, Budget &budget) const {
  const Rule &original = rules.rules[number];
  Narrowed narrowed(rules, original, result);
  if (!narrowed.unify(original, tuple))
    return std::nullopt;
  const Rule &rule = narrowed.get();
  std::vector<std::uint32_t> sizes;
  std::vector<std::vector<std::uint32_t>> ranks(result.domainCount());
  for (DomainId d = 0; d < result.domainCount(); ++d)
    sizes.push_back(result.domain(d).size());
  for (const Comparison &comparison : rule.comparisons)
    ranks[comparison.domain] = result.domain(comparison.domain).ranks();
  JoinInput input{&rule, {}, nullptr, sizes, ranks};
  for (const auto *atoms : {&rule.positive, &rule.negative})
    for (const Atom &atom : *atoms)
      input.relations.push_back(&result.relation(atom.relation));

  const std::uint32_t limit = rankOf(original.head.relation, tuple);
  std::optional<Instance> found;
  const auto accept = [&](std::span<const ValueId> values) {
    Instance instance{number, {}, {}};
    for (const Atom &atom : rule.positive) {
      instance.premises.push_back(instantiate(atom, values));
      if (stratumOf[atom.relation] == stratumOf[original.head.relation] &&
          rankOf(atom.relation, instance.premises.back()) >= limit)
        return false;
    }
    for (const Atom &atom : rule.negative) {
      Proof::Absent absent{atom.relation, {}};
      for (const Term &term : atom.terms)
        absent.values.push_back(
            term.kind == Term::Kind::Wildcard
                ? std::nullopt
                : std::optional(term.isVariable() ? values[term.index] : term.index));
      instance.absent.push_back(std::move(absent));
    }
    found = std::move(instance);
    return true;
  };
  Join(input, planOrder(input), budget).anyOf(accept);
  return found;
}

std::optional<Explainer::Instance>
Explainer::findInstance(RelationId relation, std::span<const ValueId> tuple, Budget &budget) const {
  for (const std::uint32_t number : rules.strata[stratumOf[relation]].rules)
    if (rules.rules[number].head.relation == relation)
      if (auto instance = tryRule(number, tuple, budget))
        return instance;
  return std::nullopt;
}

support::Outcome<Proof> Explainer::explain(RelationId relation, std::span<const ValueId> tuple,
                                           const Limits &limits) {
  Budget budget(limits);
  if (!result.relation(relation).contains(tuple))
    return support::Failure{
        fmt::format("{} does not follow", result.describe(rules, relation, tuple)), {}};
  Proof proof;
  std::map<std::pair<RelationId, std::vector<ValueId>>, std::uint32_t> known;
  const auto step = [&](RelationId r, const std::vector<ValueId> &t) {
    const auto [entry, isNew] = known.try_emplace({r, t}, proof.steps.size());
    if (isNew)
      proof.steps.push_back({r, t, {}, {}, {}});
    return entry->second;
  };
  step(relation, {tuple.begin(), tuple.end()});
  // NOLINTNEXTLINE(modernize-loop-convert): it grows meanwhile.
  for (std::size_t i = 0; i < proof.steps.size(); ++i) {
    const RelationId own = proof.steps[i].relation;
    if (facts.relation(own).contains(proof.steps[i].tuple))
      continue;
    if (auto done = rank(stratumOf[own], budget); !done)
      return done.failure();
    const auto instance = findInstance(own, proof.steps[i].tuple, budget);
    if (budget.look())
      return budget.failure();
    if (!instance)
      return support::Failure{
          fmt::format("no rule derives {}: the facts are not those of the result",
                      result.describe(rules, own, proof.steps[i].tuple)),
          {}};
    std::vector<std::uint32_t> premises;
    for (std::size_t p = 0; p < instance->premises.size(); ++p)
      premises.push_back(
          step(rules.rules[instance->rule].positive[p].relation, instance->premises[p]));
    proof.steps[i].rule = instance->rule;
    proof.steps[i].premises = std::move(premises);
    proof.steps[i].absent = instance->absent;
  }
  return proof;
}

std::string Explainer::describe(const Proof &proof) const {
  std::string text;
  std::vector<char> isShown(proof.steps.size());
  // A stack of what is still to be shown, the next one on top: proofs may be deep.
  struct Line {
    std::size_t depth;
    std::optional<std::uint32_t> step;
    std::string other;
  };
  std::vector<Line> lines{{0, 0, {}}};
  while (!lines.empty()) {
    const Line line = lines.back();
    lines.pop_back();
    text += std::string(2 * std::min<std::size_t>(line.depth, 40), ' ');
    if (!line.step) {
      text += line.other + "\n";
      continue;
    }
    const Proof::Step &step = proof.steps[*line.step];
    text += result.describe(rules, step.relation, step.tuple);
    if (!step.rule) {
      text += "\n";
      continue;
    }
    const Rule &rule = rules.rules[*step.rule];
    text += fmt::format("  [{}]{}\n", rules.placeOf(rule.position),
                        isShown[*line.step] ? ", see above" : "");
    if (std::exchange(isShown[*line.step], 1))
      continue;
    for (const Proof::Absent &absent : std::views::reverse(step.absent)) {
      const RelationInfo &info = rules.relations[absent.relation];
      std::string arguments;
      for (std::size_t i = 0; i < absent.values.size(); ++i) {
        const Domain &domain = result.domain(info.columns[i]);
        const std::string value = absent.values[i] ? domain.text(*absent.values[i]) : "_";
        const bool isQuoted = absent.values[i] && domain.base() == BaseType::Symbol;
        arguments += (i ? ", " : "") + (isQuoted ? "\"" + value + "\"" : value);
      }
      lines.push_back({line.depth + 1, {}, fmt::format("no {}({})", info.name, arguments)});
    }
    for (const std::uint32_t premise : std::views::reverse(step.premises))
      lines.push_back({line.depth + 1, premise, {}});
  }
  return text;
}

} // namespace heddle::datalog
