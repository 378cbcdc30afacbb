// Rule text: what is read, and what is said about text that is wrong.
#include "reference.h"

#include <gmock/gmock.h>

namespace heddle::datalog::test {
namespace {

using testing::HasSubstr;

TEST(RuleText, ReadsEverythingOfTheLanguage) {
  const Rules rules = rulesOf(R"(
// a comment
.type Stmt <: symbol /* another
one */
.decl Edge(a:Stmt, b:Stmt)
.decl Size(n:number)  .decl Big(n:unsigned)
.decl Here()  .decl Node(a:Stmt)
.input Edge, Size(IO=file, filename="Size.facts", delimiter="\t")
.output Big
.printsize Here
Edge("a","b\"c\\").Edge("x", "y"). Size(-5). Size(0x10). Big(4294967295).
Here().
Edge(x,y), Edge(y,x) :- Edge(y,x), x != y, Here(); Edge(x,_), (Edge(_,y) ; Edge(y,"a")), !Node(y).
)");
  EXPECT_EQ(rules.domains.size(), 4U);
  EXPECT_EQ(rules.facts.size(), 6U);
  EXPECT_EQ(rules.rules.size(), 6U); // Two heads, three alternatives.
  EXPECT_TRUE(rules.relations[*rules.find("Size")].isInput);
  EXPECT_TRUE(rules.relations[*rules.find("Big")].isOutput);
  EXPECT_EQ(rules.domains[3].text(1), "b\"c\\");
}

TEST(RuleText, FilesReadLikeOne) {
  const auto rules = readRules(
      {{"a.dl", ".decl A(x:number)\nA(1)."}, {"b.dl", "A(2).\n.decl B(x:number)\nB(x) :- A(x)."}});
  ASSERT_TRUE(rules);
  EXPECT_EQ(rules->placeOf(rules->rules[0].position), "b.dl:3");
  const auto wrong = readRules({{"a.dl", ".decl A(x:number)\n"}, {"b.dl", "\n  A(1) A(2)."}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.failure().message, "the rules have an error");
  EXPECT_EQ(wrong.failure().detail,
            "b.dl:2:8: error: expected ':-' or '.' after the head of a rule, not 'A'\n"
            "    2 |   A(1) A(2).\n"
            "      |        ^\n");
}

struct Wrong {
  const char *text;
  const char *said;
};

class WrongText : public testing::TestWithParam<Wrong> {};

TEST_P(WrongText, IsToldWithItsPlace) {
  EXPECT_THAT(errorsOf(GetParam().text), HasSubstr(GetParam().said));
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, WrongText,
    testing::Values(
        Wrong{
            ".decl A(x:number",
            "test.dl:1:17: error: expected ',' or ')' after an attribute, not the end of the text"},
        Wrong{".decl A(x)",
              "1:10: error: expected ':' and a type after the name of an attribute, not ')'"},
        Wrong{".decl (x:number)", "expected the name of a relation after '.decl', not '('"},
        Wrong{".dcl A(x:number)", "there is no directive '.dcl'; did you mean '.decl'?"},
        Wrong{"\n.pragma \"x\"\n", "2:1: error: there is no directive '.pragma'"},
        Wrong{".decl A(x:number)\nA(x) :- .",
              "2:9: error: expected a relation or a comparison, not '.'"},
        Wrong{".decl A(x:number)\nA(1)",
              "2:5: error: expected ':-' or '.' after the head of a rule, not the end of the text"},
        Wrong{".decl A(x:number)\nA(x) :- A(x), x.",
              "2:16: error: expected '(' or a comparison, not '.'"},
        Wrong{".decl A(x:number)\nA(x) :- A(x), !x.",
              "2:16: error: expected a relation after '!', not 'x'"},
        Wrong{".decl A(x:number)\nA(x) :- (A(x); A(x).",
              "2:20: error: expected ')' at the end of a group, not '.'"},
        Wrong{".decl A(x:symbol)\nA(\"x).", "2:3: error: this string does not end on its line"},
        Wrong{".decl A(x:symbol)\nA(\"\\q\").",
              "2:4: error: expected \\n, \\t, \\r, \\\\ or \\\" after a backslash"},
        Wrong{"/* A", "1:1: error: this comment does not end: expected '*/'"},
        Wrong{".decl A(x:number)\nA(x) :- A(x) ∧ A(x).", "2:14: error: '∧' means nothing in rules"},
        Wrong{".decl A(x:number)\nA(x) :- A(x) ∧ A(x), B.",
              "2:16: error: expected ',', ';' or '.' in a rule, not 'A'"},
        Wrong{".type T = symbol", "only subtypes are known here: write '.type T <: symbol'"},
        Wrong{".decl A(x:number)\n.input A(filename=\"/etc/passwd\")",
              "2:10: error: this parameter cannot be set: 'A' is read from 'A.facts'"}));

INSTANTIATE_TEST_SUITE_P(
    Meaning, WrongText,
    testing::Values(
        Wrong{".decl Store(x:number)\nStroe(1).",
              "2:1: error: relation 'Stroe' is not declared; did you mean 'Store'?"},
        Wrong{".decl A(x:number)\n.output B", "2:9: error: relation 'B' is not declared"},
        Wrong{".decl A(x:number)\nA(1,2).", "2:1: error: 'A' has 1 argument, not 2"},
        Wrong{".decl A(x:numbr)", "1:11: error: there is no type 'numbr'; did you mean 'number'?"},
        Wrong{".decl A(x:number, x:number)", "1:19: error: 'A' has an attribute 'x' already"},
        Wrong{".decl A(x:number)\n.decl A(y:number)",
              "2:7: error: relation 'A' is declared already (test.dl:1)"},
        Wrong{".type T <: symbol\n.type T <: number", "2:7: error: there is a type 'T' already"},
        Wrong{".type T <: symbol\n.type U <: T",
              "2:12: error: expected 'symbol', 'number' or 'unsigned', not 'T'"},
        Wrong{".decl A(x:number)\nA(\"1\").",
              "2:3: error: attribute 'x' of 'A' is of type number: expected a number"},
        Wrong{".decl A(x:symbol)\nA(1).",
              "2:3: error: attribute 'x' of 'A' is of type symbol: expected a string in quotes"},
        Wrong{".decl A(x:number)\nA(2147483648).",
              "2:3: error: '2147483648' is no number of 32 bits"},
        Wrong{".decl A(x:unsigned)\nA(-1).", "2:3: error: '-1' is no unsigned number of 32 bits"},
        Wrong{".decl A(x:number)\nA(1a).", "2:3: error: '1a' is no number of 32 bits"},
        Wrong{".decl A(x:number)\n.decl B(x:symbol)\nA(x) :- A(x), B(x).",
              "3:17: error: 'x' is of type number (line 3), but 'B' wants symbol here"},
        Wrong{".decl A(x:number)\n.decl B(x:symbol)\nA(x) :- A(x), B(y), x < y.",
              "3:21: error: 'x' is of type number and 'y' of type symbol: they cannot be compared"},
        Wrong{".decl A(x:number)\n.decl B(x:symbol)\nA(x) :- A(x), B(y), p = q, q = x, p = y.",
              "are of different types"},
        Wrong{".decl A(x:number)\nA(x) :- A(_).",
              "2:3: error: 'x' in the head has no values to range over"},
        Wrong{".decl A(x:number)\nA(x).",
              "2:3: error: 'x' in the head has no values to range over"},
        Wrong{".decl A(x:number)\nA(_) :- A(_).",
              "2:3: error: '_' cannot stand in the head of a rule"},
        Wrong{".decl A(x:number)\n.decl B(x:number)\nB(1) :- !A(y).",
              "3:12: error: 'y' under negation has no values to range over"},
        Wrong{".decl A(x:number)\nA(1) :- A(x), x < y.",
              "2:19: error: 'y' in a comparison has no values to range over"},
        Wrong{".decl A(x:number)\nA(1) :- A(x), x != _.", "2:20: error: '_' cannot be compared"},
        Wrong{".decl A(x:number)\nA(1) :- A(x), 1 = \"a\".",
              "2:15: error: a string and a number cannot be compared"},
        Wrong{".decl A(x:number)\nA(x) :- A(x), !A(x).",
              "2:16: error: 'A' cannot be negated here, because it depends on what is derived "
              "here: A needs !A"},
        Wrong{".decl A(x:number)\n.decl B(x:number)\n.decl C(x:number)\n"
              "A(x) :- C(x), !B(x).\nB(x) :- C(x).\nC(x) :- A(x).\n",
              "4:16: error: 'B' cannot be negated here, because it depends on what is derived "
              "here: A needs !B needs C needs A"}));

TEST(RuleText, SeveralErrorsAreToldAtOnce) {
  const std::string said =
      errorsOf(".decl A(x:number)\nA(1,2).\nB(1).\nA(x) :- A(y).\nA(1) A(2).\nA(\"s\").\n");
  for (const char *place : {":2:1:", ":3:1:", ":4:3:", ":5:6:", ":6:3:"})
    EXPECT_THAT(said, HasSubstr(std::string("test.dl") + place));
  const auto wrong = readRules({{"x", ".decl A(x:number)\nA(1,2).\nB(1)."}});
  EXPECT_EQ(wrong.failure().message, "the rules have 2 errors");
}

TEST(RuleText, ManyErrorsAreCounted) {
  std::string text;
  for (int i = 0; i < 100; ++i)
    text += "A(1).\n";
  EXPECT_THAT(errorsOf(text), testing::EndsWith("and 80 more\n"));
}

TEST(RuleText, LongLinesAreCutAroundTheCaret) {
  const std::string said =
      errorsOf(".decl A(x:number)\n" + std::string(5000, ' ') + "B(1)." + std::string(5000, ' '));
  EXPECT_THAT(said, HasSubstr("2:5001: error"));
  EXPECT_LT(said.size(), 500U);
}

TEST(RuleText, DisjunctionsDoNotExplode) {
  std::string text = ".decl A(x:number)\nA(x) :- A(x)";
  for (int i = 0; i < 40; ++i)
    text += ", (A(x); A(x))";
  EXPECT_THAT(errorsOf(text + "."), HasSubstr("more than 256 alternatives"));
  EXPECT_THAT(errorsOf(".decl A(x:number)\nA(x) :- " + std::string(100'000, '(') + "A(x)"),
              HasSubstr("nested too deep"));
}

} // namespace
} // namespace heddle::datalog::test
