// Thousands of broken rule texts: each is read or refused with a message, and what is read can be
// evaluated.
#include "random_rules.h"
#include "reference.h"

#include <random>

namespace heddle::datalog::test {
namespace {

class Mutator {
public:
  explicit Mutator(std::uint32_t seed) : random(seed) {}

  std::string mutate(std::string text) {
    static const std::vector<std::string> pieces{".",
                                                 ",",
                                                 ":-",
                                                 "(",
                                                 ")",
                                                 "!",
                                                 "\"",
                                                 "/*",
                                                 "*/",
                                                 "//",
                                                 "_",
                                                 ";",
                                                 "=",
                                                 "<",
                                                 ":",
                                                 "<:",
                                                 "\n",
                                                 "\\",
                                                 ".decl ",
                                                 ".input ",
                                                 ".type ",
                                                 ".output ",
                                                 "A",
                                                 "x",
                                                 "1",
                                                 "-",
                                                 "99999999999",
                                                 "\xE2\x88\xA7",
                                                 "\xFF",
                                                 std::string(1, '\0'),
                                                 "D3(a0,a1) :- ",
                                                 "!D3(a0,a1)",
                                                 "\"\\",
                                                 "0x",
                                                 "a0 = a1",
                                                 "n0 < 3",
                                                 "((((((((((",
                                                 ".\xC3"};
    for (unsigned n = 1 + below(4); n > 0; --n) {
      const std::size_t at = below(text.size() + 1);
      switch (below(5)) {
      case 0:
        text.erase(at, below(8));
        break;
      case 1:
        text.insert(at, pieces[below(pieces.size())]);
        break;
      case 2: // A piece of itself elsewhere.
        text.insert(at, text.substr(below(text.size() + 1), below(40)));
        break;
      case 3:
        if (at < text.size())
          text[at] = static_cast<char>(below(256));
        break;
      default:
        text.resize(below(8) ? text.size() : at);
      }
    }
    return text;
  }

private:
  unsigned below(std::size_t n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  }
  std::mt19937 random;
};

TEST(RuleText, BrokenTextIsReadOrRefused) {
  const std::string own = embeddedRules("rank1.dl")->text;
  unsigned accepted = 0, refused = 0;
  for (unsigned seed = 0; seed < 6000 && !HasFailure(); ++seed) {
    const bool isOwn = seed % 20 == 0; // A long one now and then.
    const std::string text = Mutator(seed).mutate(isOwn ? own : RandomRules(seed % 400).make());
    const auto rules = readRules({{"broken.dl", text}});
    if (!rules) {
      ++refused;
      EXPECT_EQ(rules.failure().detail.rfind("broken.dl:", 0), 0U) << text;
      EXPECT_NE(rules.failure().detail.find("^\n"), std::string::npos) << text;
      continue;
    }
    ++accepted;
    for (const Rule &rule : rules->rules)
      EXPECT_FALSE(rules->textOf(rule).empty());
    Database database(*rules);
    const std::vector<Tuples> expected = naive(*rules, database);
    ASSERT_TRUE(evaluate(*rules, database)) << text;
    for (RelationId r = 0; r < rules->relations.size(); ++r)
      EXPECT_EQ(tuplesOf(database.relation(r)), expected[r]) << rules->relations[r].name << "\n"
                                                             << text;
  }
  EXPECT_GT(accepted, 500U);
  EXPECT_GT(refused, 2000U);
}

} // namespace
} // namespace heddle::datalog::test
