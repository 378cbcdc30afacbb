// Both evaluators on programs whose answers are known.
#include "reference.h"

#include "datalog/matrix.h"
#include "datalog/transitive.h"

#include <random>
#include <thread>

namespace heddle::datalog::test {
namespace {

struct Known {
  const char *name;
  const char *rules;
  const char *relation;
  const char *answer;
};

class KnownAnswer : public testing::TestWithParam<Known> {};

TEST_P(KnownAnswer, OfBothEvaluators) {
  EXPECT_EQ(evaluated(GetParam().rules, GetParam().relation), GetParam().answer);
  EXPECT_EQ(evaluated(GetParam().rules, GetParam().relation, Engine::Muz), GetParam().answer);
}

#define EDGES                                                                                      \
  ".decl E(x:number, y:number)\nE(1,2). E(2,3). E(3,1). E(4,5). E(6,6).\n.decl R(x:number, "       \
  "y:number)\n"

INSTANTIATE_TEST_SUITE_P(
    Programs, KnownAnswer,
    testing::Values(
        Known{"Closure", EDGES "R(x,y) :- E(x,y).\nR(x,z) :- R(x,y), R(y,z).", "R",
              "(1,1) (1,2) (1,3) (2,1) (2,2) (2,3) (3,1) (3,2) (3,3) (4,5) (6,6)"},
        Known{"StepsBehind", EDGES "R(4,1). R(9,4).\nR(x,z) :- R(x,y), E(y,z).", "R",
              "(4,1) (4,2) (4,3) (9,4) (9,5)"},
        Known{"StepsBefore", EDGES "R(1,4). R(5,9).\nR(x,z) :- R(y,z), E(x,y).", "R",
              "(1,4) (2,4) (3,4) (4,9) (5,9)"},
        Known{"SameGeneration", EDGES "R(x,x) :- E(x,_).\nR(x,y) :- E(x,a), R(a,b), E(y,b).", "R",
              "(1,1) (2,2) (3,3) (4,4) (6,6)"},
        Known{"EvenAndOdd",
              ".decl N(x:number, y:number)\nN(0,1). N(1,2). N(2,3).\n.decl Even(x:number)\n.decl "
              "Odd(x:number)\n"
              "Even(0).\nOdd(y) :- Even(x), N(x,y).\nEven(y) :- Odd(x), N(x,y).",
              "Even", "(0) (2)"},
        Known{"Negation", EDGES "R(x,y) :- E(x,_), E(_,y), !E(x,y), !E(y,_), x != y.", "R",
              "(1,5) (2,5) (3,5) (6,5)"},
        Known{"RepeatedVariables", EDGES "R(x,x) :- E(x,x).\nR(x,9) :- E(x,_), !E(x,x), x > 3.",
              "R", "(4,9) (6,6)"},
        Known{"Constants", EDGES "R(7,y) :- E(1,y).\nR(8,8) :- E(1,3).\nR(9,9) :- !E(1,3), E(6,_).",
              "R", "(7,2) (9,9)"},
        Known{"Comparisons",
              EDGES "R(x,y) :- E(x,y), x < y, y <= 3.\nR(x,y) :- E(x,y), x >= y, 2 > y.", "R",
              "(1,2) (2,3) (3,1)"},
        Known{"Equalities",
              EDGES "R(x,z) :- E(x,y), z = y, y = 5.\nR(a,b) :- E(a,b), a = b.\nR(1,1) :- E(x,y), "
                    "x = 1, x = 2.",
              "R", "(4,5) (6,6)"},
        Known{"SymbolsInOrder",
              ".decl S(x:symbol)\nS(\"b\"). S(\"a\"). S(\"aa\").\n.decl R(x:symbol, "
              "y:symbol)\nR(x,y) :- S(x), S(y), x < y.",
              "R", "(a,aa) (a,b) (aa,b)"},
        Known{"NothingAtAll",
              ".decl A()\n.decl B()\n.decl C()\nA().\nB() :- A(), !C().\nC() :- B(), 1 = 2.", "B",
              "()"},
        Known{"NoFacts", ".decl A(x:symbol, y:symbol)\n.decl B(x:symbol)\nB(x) :- A(x,y), A(y,x).",
              "B", ""},
        Known{"Ternary",
              ".decl T(a:number,b:symbol,c:number)\nT(1,\"x\",2). T(2,\"x\",3). T(3,\"y\",4).\n"
              "T(a,s,c) :- T(a,s,b), T(b,s,c).\n.decl R(s:symbol,a:number)\nR(s,c) :- T(1,s,c).",
              "R", "(x,2) (x,3)"},
        Known{"SevenVariables",
              EDGES "R(a,g) :- E(a,b), E(b,c), E(c,d), E(d,e), E(e,f), E(f,g), a < g.", "R", ""},
        Known{"AlwaysAndNever",
              EDGES "R(x,y) :- E(x,y), 1 < 2, \"a\" != \"b\".\nR(9,9) :- E(_,_), 2 < 1.", "R",
              "(1,2) (2,3) (3,1) (4,5) (6,6)"}),
    [](const auto &info) { return std::string(info.param.name); });

TEST(Dense, FindsTransitiveShapes) {
  const auto kind = [](const std::string &rule) {
    const Rules rules = rulesOf(EDGES + rule);
    for (const Stratum &stratum : rules.strata)
      if (const auto found = findTransitive(rules, stratum))
        return static_cast<int>(found->kind);
    return -1;
  };
  EXPECT_EQ(kind("R(x,z) :- R(x,y), R(y,z)."), 0);
  EXPECT_EQ(kind("R(x,z) :- R(y,z), R(x,y)."), 0);
  EXPECT_EQ(kind("R(x,z) :- R(x,y), E(y,z)."), 1);
  EXPECT_EQ(kind("R(x,z) :- E(x,y), R(y,z)."), 2);
  EXPECT_EQ(kind("R(x,z) :- R(x,y), E(z,y)."), -1);
  EXPECT_EQ(kind("R(x,z) :- R(x,y), R(y,z), x != z."), -1);
  EXPECT_EQ(kind("R(x,z) :- R(x,y), R(y,z). R(x,z) :- R(x,y), E(y,z)."), -1);
  EXPECT_EQ(kind("R(x,x) :- R(x,y), R(y,x)."), -1);
}

TEST(Matrix, ClosesAsWarshallDoes) {
  std::mt19937 random(7);
  Budget budget({});
  for (unsigned size : {1U, 5U, 63U, 64U, 65U, 130U})
    for (unsigned density : {1U, 2U, 4U, 30U}) {
      BitMatrix matrix(size, size);
      std::vector<std::vector<char>> plain(size, std::vector<char>(size));
      for (unsigned i = 0; i < size * density / 2 + 1; ++i) {
        const unsigned a = random() % size, b = random() % size;
        matrix.insert(a, b);
        plain[a][b] = 1;
      }
      const BitMatrix turned = matrix.transposed();
      for (unsigned a = 0; a < size; ++a)
        for (unsigned b = 0; b < size; ++b)
          ASSERT_EQ(turned.test(b, a), matrix.test(a, b));
      ASSERT_TRUE(closeTransitively(matrix, budget));
      for (unsigned k = 0; k < size; ++k)
        for (unsigned a = 0; a < size; ++a)
          for (unsigned b = 0; b < size; ++b)
            plain[a][b] |= plain[a][k] & plain[k][b];
      for (unsigned a = 0; a < size; ++a) {
        EXPECT_EQ(matrix.usedRows().contains(a), std::ranges::count(plain[a], 1) > 0);
        for (unsigned b = 0; b < size; ++b)
          ASSERT_EQ(matrix.test(a, b), plain[a][b] != 0) << size << " " << a << " " << b;
      }
    }
}

/// What is a matrix in small domains is a trie in large ones, with the same answers.
TEST(Dense, LargeDomainsAreNoMatrices) {
  const Rules rules = rulesOf(".decl E(x:unsigned, y:unsigned)\n.decl R(x:unsigned, y:unsigned)\n"
                              "R(x,y) :- E(x,y).\nR(x,z) :- R(x,y), E(y,z).\n"
                              ".decl Back(x:unsigned)\nBack(y) :- R(x,y), !E(y,_), x != y.\n");
  Database database(rules);
  for (unsigned i = 0; i < 60'000; ++i) { // 30,000 chains of two steps each.
    const ValueId from = *database.intern(2, std::to_string(i / 2 * 3 + i % 2));
    const ValueId to = *database.intern(2, std::to_string(i / 2 * 3 + i % 2 + 1));
    database.insert(0, std::array{from, to});
  }
  Limits limits;
  limits.bytes = std::uint64_t{300} << 20;
  ASSERT_TRUE(evaluate(rules, database, Engine::Dense, limits));
  EXPECT_FALSE(database.relation(1).isMatrix());
  EXPECT_EQ(database.relation(1).count(), 90'000U);
  EXPECT_EQ(database.relation(2).count(), 30'000U);
}

/// A chain whose closure has n² / 2 tuples, by rules without a shortcut.
Rules slowRules(unsigned size) {
  std::string text = ".decl E(x:number, y:number)\n.decl R(x:number, y:number, z:number)\n"
                     "R(x,y,y) :- E(x,y).\nR(x,z,w) :- R(x,y,w), E(y,z).\n.output R\n";
  for (unsigned i = 0; i < size; ++i)
    text += "E(" + std::to_string(i) + "," + std::to_string((i * 7 + 1) % size) + ").\nE(" +
            std::to_string(i) + "," + std::to_string((i * 3 + 1) % size) + ").\n";
  return rulesOf(text);
}

TEST(Limits, EndAnEvaluation) {
  const Rules rules = slowRules(2000);
  for (const Engine engine : {Engine::Dense, Engine::Muz}) {
    Limits time, memory, cancel;
    time.seconds = 0.05;
    memory.bytes = 1 << 20;
    const auto run = [&](const Limits &limits) {
      Database database(rules);
      const auto done = evaluate(rules, database, engine, limits);
      return done ? "done" : done.failure().message;
    };
    EXPECT_EQ(run(time), "the rules were not evaluated within 0.05 seconds");
    EXPECT_EQ(run(memory), "the relations of the rules need more than 1 MB");
    std::atomic<bool> isCancelled = true;
    cancel.cancel = &isCancelled;
    EXPECT_EQ(run(cancel), "the evaluation of the rules was cancelled");
    isCancelled = false;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      isCancelled = true;
    });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(run(cancel), "the evaluation of the rules was cancelled");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    other.join();
  }
}

TEST(Limits, LeaveSmallEvaluationsAlone) {
  Limits limits;
  limits.seconds = 100;
  limits.bytes = 1 << 20;
  const Rules rules = slowRules(6);
  Database one(rules), other(rules);
  ASSERT_TRUE(evaluate(rules, one, Engine::Dense, limits));
  ASSERT_TRUE(evaluate(rules, other, Engine::Muz));
  EXPECT_EQ(tuplesOf(one.relation(1)), tuplesOf(other.relation(1)));
}

} // namespace
} // namespace heddle::datalog::test
