// A third opinion: rules evaluated naively over sets of tuples, and helpers for tests of this room.
#pragma once

#include "datalog/database.h"
#include "datalog/evaluate.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::datalog::test {

using Tuples = std::set<std::vector<ValueId>>;

inline Rules rulesOf(const std::string &text) {
  auto rules = readRules({{"test.dl", text}});
  if (!rules) {
    ADD_FAILURE() << rules.failure().message << "\n" << rules.failure().detail << "\nin\n" << text;
    return {};
  }
  return std::move(*rules);
}

/// What is said about rules that are wrong.
inline std::string errorsOf(const std::string &text) {
  const auto rules = readRules({{"test.dl", text}});
  return rules ? "no error" : rules.failure().detail;
}

inline Tuples tuplesOf(const Relation &relation) {
  const auto all = relation.tuples();
  return {all.begin(), all.end()};
}

/// All tuples of a relation as they are written, apart by spaces.
inline std::string show(const Rules &rules, const Database &database, const std::string &name) {
  const RelationId id = rules.find(name).value();
  std::set<std::string> texts;
  database.relation(id).forEach([&](std::span<const ValueId> tuple) {
    std::string text = "(";
    for (std::size_t i = 0; i < tuple.size(); ++i)
      text += (i ? "," : "") + database.domain(rules.relations[id].columns[i]).text(tuple[i]);
    texts.insert(text + ")");
  });
  std::string all;
  for (const std::string &text : texts)
    all += (all.empty() ? "" : " ") + text;
  return all;
}

/// What a relation is in the end, by one evaluator.
inline std::string evaluated(const std::string &text, const std::string &name,
                             Engine engine = Engine::Dense) {
  const Rules rules = rulesOf(text);
  Database database(rules);
  const auto done = evaluate(rules, database, engine);
  if (!done)
    return done.failure().message;
  return show(rules, database, name);
}

/// All relations, by going round until nothing is new, stratum by stratum.
inline std::vector<Tuples> naive(const Rules &rules, const Database &facts) {
  std::vector<Tuples> all;
  for (RelationId r = 0; r < rules.relations.size(); ++r)
    all.push_back(tuplesOf(facts.relation(r)));
  const auto matches = [](const Atom &atom, const std::vector<ValueId> &tuple,
                          std::map<std::uint32_t, ValueId> &known) {
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      const Term &term = atom.terms[i];
      if (term.isConstant() && term.index != tuple[i])
        return false;
      if (term.isVariable() && known.try_emplace(term.index, tuple[i]).first->second != tuple[i])
        return false;
    }
    return true;
  };
  using Known = std::map<std::uint32_t, ValueId>;
  const auto holds = [&](const Rule &rule, Known &known) {
    for (const Atom &atom : rule.negative)
      for (const auto &tuple : all[atom.relation])
        if (Known copy = known; matches(atom, tuple, copy))
          return false;
    for (const Comparison &c : rule.comparisons) {
      const auto ranks = facts.domain(c.domain).ranks();
      const auto rank = [&](const Term &t) {
        return ranks[t.isVariable() ? known.at(t.index) : t.index];
      };
      const auto l = rank(c.left), r = rank(c.right);
      if (!(c.op == Operator::Equal       ? l == r
            : c.op == Operator::NotEqual  ? l != r
            : c.op == Operator::Less      ? l < r
            : c.op == Operator::LessEqual ? l <= r
            : c.op == Operator::Greater   ? l > r
                                          : l >= r))
        return false;
    }
    return true;
  };
  for (const Stratum &stratum : rules.strata)
    for (bool isNew = true; isNew;) {
      isNew = false;
      for (const std::uint32_t number : stratum.rules) {
        const Rule &rule = rules.rules[number];
        std::vector<std::vector<ValueId>> found;
        const std::function<void(std::size_t, const Known &)> join = [&](std::size_t i,
                                                                         const Known &known) {
          if (i < rule.positive.size()) {
            for (const auto &tuple : all[rule.positive[i].relation])
              if (Known next = known; matches(rule.positive[i], tuple, next))
                join(i + 1, next);
            return;
          }
          Known last = known;
          if (!holds(rule, last))
            return;
          found.emplace_back();
          for (const Term &term : rule.head.terms)
            found.back().push_back(term.isVariable() ? known.at(term.index) : term.index);
        };
        join(0, {});
        for (auto &tuple : found)
          isNew |= all[rule.head.relation].insert(std::move(tuple)).second;
      }
    }
  return all;
}

} // namespace heddle::datalog::test
