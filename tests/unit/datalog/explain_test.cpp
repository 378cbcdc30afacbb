// Proofs hold: every step follows by its rule from steps that do not rest on it.
#include "datalog/explain.h"

#include "random_rules.h"
#include "reference.h"

namespace heddle::datalog::test {
namespace {

/// What is wrong with a proof, if anything: checked against rules and relations alone.
std::string wrongWith(const Rules &rules, const Database &facts, const Database &result,
                      const Proof &proof) {
  for (const Proof::Step &step : proof.steps) {
    if (!result.relation(step.relation).contains(step.tuple))
      return "a step is not in the result";
    if (!step.rule) {
      if (!facts.relation(step.relation).contains(step.tuple))
        return "a step without a rule is no fact";
      continue;
    }
    const Rule &rule = rules.rules[*step.rule];
    if (rule.head.relation != step.relation || rule.positive.size() != step.premises.size() ||
        rule.negative.size() != step.absent.size())
      return "a rule does not fit its step";
    std::map<std::uint32_t, ValueId> known;
    const auto unify = [&](const Atom &atom, const std::vector<ValueId> &tuple) {
      for (std::size_t i = 0; i < tuple.size(); ++i) {
        const Term &term = atom.terms[i];
        if (term.isConstant() && term.index != tuple[i])
          return false;
        if (term.isVariable() && known.try_emplace(term.index, tuple[i]).first->second != tuple[i])
          return false;
      }
      return true;
    };
    for (std::size_t p = 0; p < step.premises.size(); ++p) {
      const Proof::Step &premise = proof.steps[step.premises[p]];
      if (premise.relation != rule.positive[p].relation || !unify(rule.positive[p], premise.tuple))
        return "a premise does not fit its atom";
    }
    if (!unify(rule.head, step.tuple))
      return "the head does not follow";
    for (const auto &absent : step.absent)
      for (const auto &tuple : result.relation(absent.relation).tuples()) {
        bool matches = true;
        for (std::size_t i = 0; i < tuple.size(); ++i)
          matches = matches && absent.values[i].value_or(tuple[i]) == tuple[i];
        if (matches)
          return "something is said to be absent and is there";
      }
  }
  // Without circles: take away steps whose premises are gone, until none is left.
  std::vector<char> isGone(proof.steps.size());
  for (std::size_t left = proof.steps.size(), before = left + 1; left != before;) {
    before = left;
    for (std::size_t i = 0; i < proof.steps.size(); ++i)
      if (!isGone[i] && std::ranges::all_of(proof.steps[i].premises,
                                            [&](std::uint32_t p) { return isGone[p] != 0; })) {
        isGone[i] = 1;
        --left;
      }
    if (left == 0)
      return "";
  }
  return "the proof goes round";
}

TEST(Explain, RandomRulesHaveProofs) {
  unsigned proofs = 0, longest = 0;
  for (unsigned seed = 50'000; seed < 50'300 && !HasFailure(); ++seed) {
    const std::string text = RandomRules(seed).make();
    const Rules rules = rulesOf(text);
    Database facts(rules);
    Database result = facts;
    ASSERT_TRUE(evaluate(rules, result));
    Explainer explainer(rules, facts, result);
    for (RelationId r = 0; r < rules.relations.size(); ++r)
      for (const auto &tuple : result.relation(r).tuples()) {
        const auto proof = explainer.explain(r, tuple);
        ASSERT_TRUE(proof) << proof.failure().message << "\n" << text;
        EXPECT_EQ(wrongWith(rules, facts, result, *proof), "")
            << explainer.describe(*proof) << "seed " << seed << "\n"
            << text;
        ++proofs;
        longest = std::max<unsigned>(longest, proof->steps.size());
      }
  }
  EXPECT_GT(proofs, 2000U);
  EXPECT_GT(longest, 6U);
}

constexpr const char *chain = R"(.decl E(x:number, y:number)
.decl R(x:number, y:number)
E(1,2). E(2,3). E(3,4). E(4,1).
R(x,y) :- E(x,y).
R(x,z) :- R(x,y), R(y,z).
.decl Far(x:number)
Far(x) :- R(1,x), !E(1,x), !E(x,_), x > 0.
Far(x) :- R(1,x), !E(1,x), x != 1.
)";

TEST(Explain, ShowsTheRules) {
  const Rules rules = rulesOf(chain);
  Database facts(rules), result(rules);
  ASSERT_TRUE(evaluate(rules, result));
  Explainer explainer(rules, facts, result);
  const RelationId far = *rules.find("Far");
  const auto proof = explainer.explain(far, std::array{*result.domain(1).find("3")});
  ASSERT_TRUE(proof);
  EXPECT_EQ(explainer.describe(*proof), "Far(3)  [test.dl:8]\n"
                                        "  R(1, 3)  [test.dl:5]\n"
                                        "    R(1, 2)  [test.dl:4]\n"
                                        "      E(1, 2)\n"
                                        "    R(2, 3)  [test.dl:4]\n"
                                        "      E(2, 3)\n"
                                        "  no E(1, 3)\n");
  EXPECT_EQ(rules.textOf(rules.rules[1]), "R(x,z) :- R(x,y), R(y,z).");
  const auto none = explainer.explain(far, std::array{*result.domain(1).find("2")});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.failure().message, "Far(2) does not follow");
}

TEST(Explain, LongChainsAreNoProblem) {
  std::string text = ".decl E(x:number, y:number)\n.decl R(x:number)\nR(0).\n"
                     "R(y) :- R(x), E(x,y).\n";
  for (int i = 0; i < 5000; ++i)
    text += "E(" + std::to_string(i) + "," + std::to_string(i + 1) + ").\n";
  const Rules rules = rulesOf(text);
  Database facts(rules), result(rules);
  ASSERT_TRUE(evaluate(rules, result));
  Explainer explainer(rules, facts, result);
  const auto proof = explainer.explain(1, std::array{*result.domain(1).find("5000")});
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->steps.size(), 10'001U);
  EXPECT_EQ(wrongWith(rules, facts, result, *proof), "");
}

} // namespace
} // namespace heddle::datalog::test
