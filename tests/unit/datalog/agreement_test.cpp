// Both evaluators and the naive one answer the same on random rules.
#include "random_rules.h"
#include "reference.h"

#include <cstdlib>

namespace heddle::datalog::test {
namespace {

/// More of them: HEDDLE_DATALOG_SEEDS=10000.
unsigned count(unsigned usual) {
  const char *given = std::getenv("HEDDLE_DATALOG_SEEDS");
  return given ? std::atoi(given) : usual;
}

TEST(Agreement, DenseIsNaive) {
  std::uint64_t derived = 0;
  for (unsigned seed = 0; seed < count(3000) && !HasFailure(); ++seed) {
    const std::string text = RandomRules(seed).make();
    const Rules rules = rulesOf(text);
    Database database(rules);
    const std::vector<Tuples> expected = naive(rules, database);
    ASSERT_TRUE(evaluate(rules, database)) << text;
    for (RelationId r = 0; r < rules.relations.size(); ++r) {
      EXPECT_EQ(tuplesOf(database.relation(r)), expected[r])
          << "seed " << seed << ", " << rules.relations[r].name << "\n"
          << text;
      derived += rules.relations[r].name[0] == 'D' ? expected[r].size() : 0;
    }
  }
  EXPECT_GT(derived, count(3000)); // Rules that derive nothing would agree on anything.
}

TEST(Agreement, MuzIsDense) {
  for (unsigned seed = 10'000; seed < 10'000 + count(300) && !HasFailure(); ++seed) {
    const std::string text = RandomRules(seed).make();
    const Rules rules = rulesOf(text);
    Database dense(rules), reference(rules);
    ASSERT_TRUE(evaluate(rules, dense)) << text;
    const auto done = evaluate(rules, reference, Engine::Muz);
    ASSERT_TRUE(done) << done.failure().message << "\nseed " << seed << "\n" << text;
    for (RelationId r = 0; r < rules.relations.size(); ++r)
      EXPECT_EQ(show(rules, dense, rules.relations[r].name),
                show(rules, reference, rules.relations[r].name))
          << "seed " << seed << ", " << rules.relations[r].name << "\n"
          << text;
  }
}

} // namespace
} // namespace heddle::datalog::test
