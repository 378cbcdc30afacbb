// Facts as files: what is written is read back, and what cannot be read is told.
#include "datalog/files.h"

#include "random_rules.h"
#include "reference.h"

#include <filesystem>
#include <fstream>
#include <z3.h>
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#endif

namespace heddle::datalog::test {
namespace {

class Files : public testing::Test {
protected:
  Files() : directory(testing::TempDir() + "datalog-files-" + std::to_string(getpid())) {}
  ~Files() override { std::filesystem::remove_all(directory); }
  void write(const std::string &name, const std::string &text) const {
    std::filesystem::create_directories(directory);
    std::ofstream(directory + "/" + name, std::ios::binary) << text;
  }
  std::string readBack(const std::string &text) const {
    const Rules rules = rulesOf(text);
    Database database(rules);
    const auto done = loadFacts(directory, rules, database);
    return done ? show(rules, database, rules.relations[0].name) : done.failure().message;
  }
  std::string directory;
};

constexpr const char *pairs = ".decl A(x:symbol, n:number)\n.input A\n";

TEST_F(Files, GoThereAndBack) {
  const Rules rules =
      rulesOf(std::string(pairs) +
              ".decl B()\n.input B\n.decl C(u:unsigned)\n.input C\n.decl D(x:symbol)\n");
  Database database(rules);
  database.insert(0, std::array{*database.intern(0, "a b, \"c\""), *database.intern(1, "-3")});
  database.insert(0, std::array{*database.intern(0, ""), *database.intern(1, "7")});
  database.insert(1, {});
  database.insert(2, std::array{*database.intern(2, "4000000000")});
  const auto saved = saveFacts(directory, rules, database);
  ASSERT_TRUE(saved) << saved.failure().message;
  EXPECT_FALSE(std::filesystem::exists(directory + "/D.facts"));
  std::ifstream in(directory + "/rules.dl");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Rules again = rulesOf(text);
  Database other(again);
  ASSERT_TRUE(loadFacts(directory, again, other));
  for (const RelationInfo &info : rules.relations)
    EXPECT_EQ(show(rules, database, info.name), show(again, other, info.name));
}

TEST_F(Files, AreToldWhenTheyAreWrong) {
  EXPECT_EQ(readBack(pairs), directory + ": no such directory");
  write("A.facts", "a\t1\r\nb\t2\n");
  EXPECT_EQ(readBack(pairs), "(a,1) (b,2)");
  write("A.facts", "a\t1\nb\n");
  EXPECT_EQ(readBack(pairs), directory + "/A.facts:2: expected 2 values apart by tabs, not 1");
  write("A.facts", "a\t1\n\n");
  EXPECT_EQ(readBack(pairs), directory + "/A.facts:2: expected 2 values apart by tabs, not 1");
  write("A.facts", "a\tx\n");
  EXPECT_EQ(readBack(pairs),
            directory + "/A.facts:1: 'x' is no number of 32 bits, which 'n' of 'A' must be");
  std::filesystem::remove(directory + "/A.facts");
  EXPECT_EQ(readBack(pairs), "");
}

TEST_F(Files, CannotHaveTabsInValues) {
  const Rules rules = rulesOf(pairs);
  Database database(rules);
  database.insert(0, std::array{*database.intern(0, "a\tb"), *database.intern(1, "1")});
  const auto saved = saveFacts(directory, rules, database);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.failure().message,
            "'A' has a value with a tab or an end of line, which 'A.facts' cannot have");
}

/// Z3 4.8.12 does not free all that its parser of scripts makes, whatever is given back to it.
class UnwatchedLeaks {
public:
#if __has_feature(address_sanitizer)
  UnwatchedLeaks() { __lsan_disable(); }
  ~UnwatchedLeaks() { __lsan_enable(); }
  UnwatchedLeaks(const UnwatchedLeaks &) = delete;
  UnwatchedLeaks &operator=(const UnwatchedLeaks &) = delete;
#endif
};

/// Z3 reads the script and answers its queries, in order: whether the relation has tuples.
std::vector<bool> answersOf(const std::string &script) {
  [[maybe_unused]] const UnwatchedLeaks unwatched;
  const Z3_config config = Z3_mk_config();
  const Z3_context z3 = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(z3, [](Z3_context, Z3_error_code) {});
  const Z3_fixedpoint fixedpoint = Z3_mk_fixedpoint(z3);
  Z3_fixedpoint_inc_ref(z3, fixedpoint);
  const Z3_params params = Z3_mk_params(z3);
  Z3_params_inc_ref(z3, params);
  Z3_params_set_symbol(z3, params, Z3_mk_string_symbol(z3, "engine"),
                       Z3_mk_string_symbol(z3, "datalog"));
  Z3_fixedpoint_set_params(z3, fixedpoint, params);
  Z3_params_dec_ref(z3, params);
  std::vector<bool> answers;
  const Z3_ast_vector queries = Z3_fixedpoint_from_string(z3, fixedpoint, script.c_str());
  EXPECT_EQ(Z3_get_error_code(z3), Z3_OK) << Z3_get_error_msg(z3, Z3_get_error_code(z3));
  if (Z3_get_error_code(z3) == Z3_OK) {
    Z3_ast_vector_inc_ref(z3, queries);
    for (unsigned i = 0; i < Z3_ast_vector_size(z3, queries); ++i)
      answers.push_back(Z3_fixedpoint_query(z3, fixedpoint, Z3_ast_vector_get(z3, queries, i)) ==
                        Z3_L_TRUE);
    Z3_ast_vector_dec_ref(z3, queries);
  }
  Z3_fixedpoint_dec_ref(z3, fixedpoint);
  Z3_del_context(z3);
  return answers;
}

TEST(Z3Script, IsAccepted) {
  unsigned found = 0, empty = 0;
  for (unsigned seed = 900; seed < 940 && !HasFailure(); ++seed) {
    const std::string text = RandomRules(seed).make();
    const Rules rules = rulesOf(text);
    Database facts(rules);
    Database result = facts;
    ASSERT_TRUE(evaluate(rules, result));
    const std::string script = z3Script(rules, facts);
    const std::vector<bool> answers = answersOf(script);
    ASSERT_EQ(answers.size(), rules.relations.size()) << script;
    for (RelationId r = 0; r < rules.relations.size(); ++r) {
      EXPECT_EQ(answers[r], !result.relation(r).isEmpty()) << rules.relations[r].name << "\n"
                                                           << text << script;
      ++(answers[r] ? found : empty);
    }
  }
  EXPECT_GT(found, 50U);
  EXPECT_GT(empty, 10U);
}

} // namespace
} // namespace heddle::datalog::test
