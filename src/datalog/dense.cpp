// The dense evaluator: stratum by stratum, in each of them semi-naive rounds over bits.
#include "datalog/evaluate.h"
#include "datalog/join.h"
#include "datalog/transitive.h"

#include <algorithm>
#include <map>

namespace heddle::datalog {

namespace {

class StratumEvaluator {
public:
  StratumEvaluator(const Rules &rules, const Stratum &stratum, Database &database, Budget &budget)
      : rules(rules), stratum(stratum), database(database), budget(budget) {
    for (DomainId d = 0; d < database.domainCount(); ++d)
      sizes.push_back(database.domain(d).size());
    ranks.resize(sizes.size());
    for (const std::uint32_t r : stratum.rules)
      for (const Comparison &comparison : rules.rules[r].comparisons)
        if (comparison.op > Operator::NotEqual && ranks[comparison.domain].empty())
          ranks[comparison.domain] = database.domain(comparison.domain).ranks();
  }

  bool run(const OnRound *onRound) {
    if (!stratum.isRecursive && !onRound)
      return runOnce();
    if (!onRound)
      if (const auto shape = findTransitive(rules, stratum))
        if (database.relation(stratum.relations.front()).isMatrix() &&
            database.relation(shape->step).isMatrix())
          return runTransitive(*shape);
    return runRounds(onRound);
  }

private:
  bool isOwn(RelationId relation) const {
    return std::ranges::find(stratum.relations, relation) != stratum.relations.end();
  }
  bool isRecursive(const Rule &rule) const {
    return std::ranges::any_of(rule.positive, [&](const Atom &a) { return isOwn(a.relation); });
  }

  /// `delta`, if any, stands for the positive atom `at`.
  void derive(std::uint32_t number, Relation &target, const Relation *delta, std::size_t at) {
    const Rule &rule = rules.rules[number];
    JoinInput input{&rule, {}, &database.relation(rule.head.relation), sizes, ranks};
    for (std::size_t i = 0; i < rule.positive.size(); ++i)
      input.relations.push_back(delta && i == at ? delta
                                                 : &database.relation(rule.positive[i].relation));
    for (const Atom &atom : rule.negative)
      input.relations.push_back(&database.relation(atom.relation));
    for (std::size_t i = 0; i < rule.positive.size(); ++i)
      if (input.relations[i]->isEmpty())
        return;
    // Later rounds look much like the one before.
    std::vector<std::uint32_t> &order = orders[{number, delta ? at : ~std::size_t{0}}];
    if (order.empty() || round < 4 || std::has_single_bit(round))
      order = planOrder(input);
    Join join(input, order, budget);
    join.derive(target, database.relation(rule.head.relation));
  }

  bool runOnce() {
    for (const std::uint32_t rule : stratum.rules) {
      const RelationId head = rules.rules[rule].head.relation;
      account();
      derive(rule, database.relation(head), nullptr, 0);
      if (budget.look())
        return false;
    }
    return true;
  }

  /// What all relations take; the one that grows is asked for its own by the join.
  void account() {
    std::uint64_t bytes = database.bytes();
    for (const RelationId relation : stratum.relations)
      bytes -= database.relation(relation).bytes();
    budget.keep(bytes);
  }

  bool runTransitive(const Transitive &shape) {
    const RelationId closed = stratum.relations.front();
    for (const std::uint32_t rule : stratum.rules)
      if (!isRecursive(rules.rules[rule])) {
        account();
        derive(rule, database.relation(closed), nullptr, 0);
        if (budget.look())
          return false;
      }
    Relation &relation = database.relation(closed);
    if (budget.exceeds(3 * relation.bytes()))
      return false;
    BitMatrix step = database.relation(shape.step).bits();
    if (!closeTransitively(step, budget))
      return false;
    if (shape.kind != Transitive::Kind::Both) {
      BitMatrix result = relation.bits();
      const bool isDone = shape.kind == Transitive::Kind::Behind
                              ? compose(relation.bits(), step, result, budget)
                              : compose(step, relation.bits(), result, budget);
      if (!isDone)
        return false;
      step = std::move(result);
    }
    relation.setBits(std::move(step));
    return true;
  }

  struct Round {
    RelationId relation;
    Relation delta; ///< What the round before added.
    Relation made;  ///< What this one derives.
  };

  bool runRounds(const OnRound *onRound) {
    std::vector<Round> state;
    account();
    std::uint64_t kept = 0;
    for (const RelationId relation : stratum.relations) {
      const Relation &full = database.relation(relation);
      kept += 3 * full.bytes();
      if (budget.exceeds(kept))
        return false;
      state.push_back({relation, full.empty(), full.empty()});
      full.forEach([&](std::span<const ValueId> tuple) { state.back().delta.insert(tuple); });
      if (onRound && !full.isEmpty())
        (*onRound)(relation, full);
    }
    for (const std::uint32_t rule : stratum.rules)
      if (!isRecursive(rules.rules[rule]))
        derive(rule, find(state, rules.rules[rule].head.relation).made, nullptr, 0);
    endRound(state, false, onRound);
    while (!budget.look() &&
           !std::ranges::all_of(state, [](const Round &r) { return r.delta.isEmpty(); })) {
      ++round;
      for (const std::uint32_t rule : stratum.rules)
        for (std::size_t i = 0; i < rules.rules[rule].positive.size(); ++i)
          if (const RelationId read = rules.rules[rule].positive[i].relation; isOwn(read))
            derive(rule, find(state, rules.rules[rule].head.relation).made,
                   &find(state, read).delta, i);
      endRound(state, true, onRound);
      std::uint64_t bytes = 0;
      for (const Round &each : state)
        bytes += each.delta.bytes() + each.made.bytes() + database.relation(each.relation).bytes();
      if (budget.exceeds(bytes))
        return false;
    }
    return !budget.look();
  }

  static Round &find(std::vector<Round> &state, RelationId relation) {
    return *std::ranges::find(state, relation, &Round::relation);
  }

  /// What was made and is new becomes the next delta.
  void endRound(std::vector<Round> &state, bool isNewDelta, const OnRound *onRound) {
    for (Round &each : state) {
      if (isNewDelta)
        each.delta.clear();
      if (!onRound) {
        database.relation(each.relation).merge(each.made, each.delta);
      } else {
        Relation fresh = each.made.empty();
        database.relation(each.relation).merge(each.made, fresh);
        fresh.forEach([&](std::span<const ValueId> tuple) { each.delta.insert(tuple); });
        if (!fresh.isEmpty())
          (*onRound)(each.relation, fresh);
      }
      each.made.clear();
    }
  }

  const Rules &rules;
  const Stratum &stratum;
  Database &database;
  Budget &budget;
  std::vector<std::uint32_t> sizes;
  std::vector<std::vector<std::uint32_t>> ranks;
  std::map<std::pair<std::uint32_t, std::size_t>, std::vector<std::uint32_t>> orders;
  std::uint64_t round = 0;
};

} // namespace

support::Done evaluateDense(const Rules &rules, Database &database, Budget &budget) {
  std::uint64_t needed = 0;
  for (const RelationInfo &info : rules.relations) {
    if (info.columns.size() != 2)
      continue;
    const std::uint32_t rows = database.domain(info.columns[0]).size();
    const std::uint32_t columns = database.domain(info.columns[1]).size();
    needed += Relation::fitsMatrix(rows, columns) ? BitMatrix::bytesFor(rows, columns) : 0;
  }
  if (budget.exceeds(needed))
    return budget.failure();
  database.fit(rules);
  if (budget.exceeds(database.bytes()))
    return budget.failure();
  for (const Stratum &stratum : rules.strata)
    if (!stratum.rules.empty() && !StratumEvaluator(rules, stratum, database, budget).run(nullptr))
      return budget.failure();
  return support::done();
}

support::Done evaluateInRounds(const Rules &rules, const Stratum &stratum, Database &database,
                               Budget &budget, const OnRound &onRound) {
  if (!StratumEvaluator(rules, stratum, database, budget).run(&onRound))
    return budget.failure();
  return support::done();
}

support::Done evaluate(const Rules &rules, Database &database, Engine engine,
                       const Limits &limits) {
  Budget budget(limits);
  if (budget.look())
    return budget.failure();
  return engine == Engine::Dense ? evaluateDense(rules, database, budget)
                                 : evaluateMuz(rules, database, budget);
}

} // namespace heddle::datalog
