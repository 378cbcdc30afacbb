// The rules of rules/rank1.dl on the figures of paper 003, and on what its own rules get wrong.
#include "datalog/explain.h"
#include "datalog/files.h"
#include "reference.h"

#include <sstream>

namespace heddle::datalog::test {
namespace {

/// A program written as facts, with helpers for straight-line threads.
class Program {
public:
  Program(const Program &other) : rules(other.rules), facts(other.facts) {}
  Program() : rules(std::move(*readRules({*embeddedRules("rank1.dl")}))), facts(rules) {}

  Program &add(const std::string &relation, const std::vector<std::string> &values) {
    const RelationId id = rules.find(relation).value();
    std::vector<ValueId> tuple;
    for (std::size_t i = 0; i < values.size(); ++i)
      tuple.push_back(facts.intern(rules.relations[id].columns[i], values[i]).value());
    facts.insert(id, tuple);
    return *this;
  }
  /// Statements apart by spaces, one after the other.
  Program &thread(const std::string &name, const std::string &statements) {
    std::vector<std::string> all;
    std::istringstream words(statements);
    for (std::string word; words >> word; all.push_back(word))
      add("St", {word, name});
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        add("Po", {all[i], all[j]}).add("Dom", {all[i], all[j]});
        add("PostDom", {all[j], all[i]});
      }
    return *this;
  }
  Program &load(const std::string &s, const std::string &v) {
    return add("Load", {s, v}).add("Access", {v, s});
  }
  Program &store(const std::string &s, const std::string &v) {
    return add("Store", {s, v}).add("MustStore", {s, v}).add("Access", {v, s});
  }
  Program &initial(const std::string &v) {
    return store("init-" + v, v).add("Initial", {"init-" + v}).add("St", {"init-" + v, "start"});
  }
  /// One critical section after the other, each a list of statements.
  Program &sections(const std::string &lock, const std::vector<std::vector<std::string>> &all) {
    for (const auto &a : all)
      for (const auto &b : all)
        for (const std::string &s : a)
          for (const std::string &t : b)
            if (s != t)
              add(&a == &b ? "SameCS" : "DiffCS", {s, t, lock});
    return *this;
  }
  const Database &run(Engine engine = Engine::Dense) {
    result = std::make_unique<Database>(facts);
    const auto done = evaluate(rules, *result, engine);
    EXPECT_TRUE(done) << done.failure().message;
    return *result;
  }
  std::string mayRf() { return show(rules, run(), "MayRf"); }
  std::string mustHb() { return show(rules, run(), "MustHb"); }
  bool mustHb(const std::string &a, const std::string &b) {
    return mustHb().find("(" + a + "," + b + ")") != std::string::npos;
  }
  bool mayRead(const std::string &store, const std::string &load) {
    return mayRf().find("(" + store + "," + load + ",") != std::string::npos;
  }

  Rules rules;
  Database facts;
  std::unique_ptr<Database> result;
};

/// Line 1 both loads and stores x, as in the paper.
Program figure2(bool isChanged) {
  Program p;
  p.thread("t1", "1r 1w 2").thread("t2", "4 5");
  p.load("1r", "x").store("1w", "x").load("2", "x").store("4", "x").store("5", "x");
  if (isChanged)
    p.sections("a", {{"1r", "1w", "2"}, {"5"}});
  return p;
}

// With (1w,2), the edge inside of thread 1 that the paper does not list.
TEST(Rank1, Figure2) {
  EXPECT_EQ(figure2(false).mayRf(), "(1w,2,x) (4,1r,x) (4,2,x) (5,1r,x) (5,2,x)");
  EXPECT_EQ(figure2(true).mayRf(), "(1w,2,x) (4,1r,x) (4,2,x) (5,1r,x)");
}

Program figure3(bool isChanged) {
  Program p;
  p.initial("x").initial("y");
  p.thread("t1", isChanged ? "passed 1 3r 3w" : "1 3r 3w");
  p.thread("t2", isChanged ? "4 5 signal" : "4 5");
  p.load("1", "x").load("3r", "x").store("3w", "y").load("4", "y").store("5", "x");
  p.sections("a", {{"1", "3r", "3w"}, {"4", "5"}});
  if (isChanged)
    p.add("CondSignal", {"signal", "cond"})
        .add("CondWait", {"passed", "cond"})
        .add("MustWait", {"passed"});
  return p;
}

TEST(Rank1, Figure3) {
  EXPECT_EQ(figure3(false).mayRf(),
            "(3w,4,y) (5,1,x) (5,3r,x) (init-x,1,x) (init-x,3r,x) (init-y,4,y)");
  EXPECT_EQ(figure3(true).mayRf(), "(5,1,x) (5,3r,x) (init-y,4,y)");
}

TEST(Rank1, Figure3NeedsTheWait) {
  Program p = figure3(true);
  p.add("CondSignal", {"4", "cond"}); // Another signal may have ended it.
  EXPECT_TRUE(p.mayRead("init-x", "1"));
}

Program figure5(bool hasLoop) {
  Program p;
  p.initial("a").initial("cond");
  p.thread("t1", "a=1 cond=true");
  p.thread("t2", hasLoop ? "while passed x=a" : "x=a");
  p.store("a=1", "a").store("cond=true", "cond").load("x=a", "a");
  if (hasLoop)
    p.load("while", "cond")
        .add("SameLoop", {"while", "while"})
        .add("CondSignal", {"cond=true", "cond"})
        .add("CondWait", {"passed", "cond"})
        .add("MustWait", {"passed"});
  return p;
}

TEST(Rank1, Figure5) {
  EXPECT_EQ(figure5(false).mayRf(), "(a=1,x=a,a) (init-a,x=a,a)");
  EXPECT_EQ(figure5(true).mayRf(), "(a=1,x=a,a) (cond=true,while,cond) (init-cond,while,cond)");
}

TEST(Rank1, ExplainsWhatIsImpossible) {
  Program p = figure3(true);
  p.run();
  Explainer explainer(p.rules, p.facts, *p.result);
  const RelationId noRf = *p.rules.find("NoRf");
  const auto id = [&](std::size_t column, const char *text) {
    return *p.result->domain(p.rules.relations[noRf].columns[column]).find(text);
  };
  const auto proof = explainer.explain(noRf, std::array{id(0, "init-x"), id(1, "1"), id(2, "x")});
  ASSERT_TRUE(proof) << proof.failure().message;
  const std::string text = explainer.describe(*proof);
  EXPECT_NE(text.find("MustStore(\"5\", \"x\")"), std::string::npos) << text;
  EXPECT_NE(text.find("CondSignal(\"signal\", \"cond\")"), std::string::npos) << text;
}

TEST(Rank1, CreationAndJoin) {
  Program p;
  p.thread("main", "w create r1 join r2").thread("t", "c");
  p.add("ThrdCreate", {"main", "create", "t"}).add("ThrdJoin", {"main", "join", "t"});
  p.store("w", "x").store("c", "x").load("r1", "x").load("r2", "x").add("Always", {"c"});
  EXPECT_EQ(p.mayRf(), "(c,r1,x) (c,r2,x) (w,r1,x)");
  EXPECT_TRUE(p.mustHb("c", "join")); // The child's statements, not those of the one that joins.
  EXPECT_FALSE(p.mustHb("r2", "join"));
}

TEST(Rank1, AJoinInABranchOrdersNothingBehindIt) {
  Program p;
  // main: create; if (…) join; r        The join is on some path to r, and not on all.
  p.thread("main", "w create r").thread("t", "c").add("St", {"join", "main"});
  p.add("Po", {"w", "join"}).add("Po", {"create", "join"}).add("Po", {"join", "r"});
  p.add("Dom", {"w", "join"}).add("Dom", {"create", "join"});
  p.add("ThrdCreate", {"main", "create", "t"}).add("ThrdJoin", {"main", "join", "t"});
  p.store("w", "x").store("c", "x").load("r", "x").add("Always", {"c"});
  EXPECT_TRUE(p.mustHb("c", "join"));
  EXPECT_FALSE(p.mustHb("c", "r"));
  EXPECT_TRUE(p.mayRead("w", "r"));
}

TEST(Rank1, LoopsGiveNoOrder) {
  Program p;
  p.thread("t1", "r w").load("r", "x").store("w", "x").initial("x");
  EXPECT_FALSE(p.mayRead("w", "r"));
  for (const char *a : {"r", "w"})
    for (const char *b : {"r", "w"})
      p.add("SameLoop", {a, b});
  EXPECT_TRUE(p.mayRead("w", "r"));
  EXPECT_TRUE(p.mayRead("init-x", "r"));
}

TEST(Rank1, SeveralThreadsOfOneNameAreNotOrdered) {
  Program p;
  p.thread("main", "w create r").thread("t", "tr tw");
  p.add("ThrdCreate", {"main", "create", "t"})
      .store("w", "x")
      .load("tr", "x")
      .store("tw", "x")
      .load("r", "x");
  EXPECT_FALSE(p.mayRead("tw", "tr"));
  p.add("Many", {"t"}).add("SameLoop", {"create", "create"});
  EXPECT_TRUE(p.mayRead("tw", "tr"));
  EXPECT_TRUE(p.mustHb("w", "tw")); // All of them are created after it.
  EXPECT_FALSE(p.mustHb("create", "tw"));
}

TEST(Rank1, AReadModifyWriteMayReadItself) {
  Program p;
  p.thread("t", "u").load("u", "x").store("u", "x").initial("x");
  EXPECT_FALSE(p.mayRead("u", "u"));
  p.add("Many", {"t"});
  EXPECT_TRUE(p.mayRead("u", "u"));
}

TEST(Rank1, AStoreThatNeedNotHappenHidesNothing) {
  Program p;
  // if (…) w2; r    in one thread: r may still see w1.
  p.thread("t", "w1 r").add("St", {"w2", "t"});
  p.add("Po", {"w1", "w2"})
      .add("Po", {"w2", "r"})
      .add("Dom", {"w1", "w2"})
      .add("PostDom", {"r", "w2"});
  p.store("w1", "x").store("w2", "x").load("r", "x");
  EXPECT_EQ(p.mayRf(), "(w1,r,x) (w2,r,x)");
}

TEST(Rank1, AStoreThatMayMissHidesNothing) {
  Program p;
  p.thread("t", "w1 w2 r").store("w1", "x").load("r", "x");
  p.add("Store", {"w2", "x"}).add("Access", {"x", "w2"}); // Through a pointer.
  EXPECT_EQ(p.mayRf(), "(w1,r,x) (w2,r,x)");
}

TEST(Rank1, BothEvaluatorsAgreeOnTheFigures) {
  for (Program p : {figure2(false), figure2(true), figure3(true), figure5(true)}) {
    p.run(Engine::Muz);
    const Database reference = *p.result;
    p.run();
    for (const RelationInfo &info : p.rules.relations)
      EXPECT_EQ(show(p.rules, *p.result, info.name), show(p.rules, reference, info.name))
          << info.name;
  }
}

} // namespace
} // namespace heddle::datalog::test
