// Times of both Datalog evaluators over a generated program, as JSON: for bench/run and by hand.
#include "datalog/evaluate.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <random>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

using namespace heddle::datalog;

/// Order alone: program order in a chain a thread, some pairs of signal and wait.
constexpr const char *orderRules = R"(
.type Stmt <: symbol
.type Thread <: symbol
.decl St(s:Stmt, th:Thread)
.decl Po(s1:Stmt, s2:Stmt)
.decl Sync(s1:Stmt, s2:Stmt)
.decl MustHb(s1:Stmt, s2:Stmt)
.decl MayHb(s1:Stmt, s2:Stmt)
.input St, Po, Sync
.output MustHb, MayHb
MustHb(a,b) :- Po(a,b).
MustHb(a,b) :- Sync(a,b).
MustHb(a,c) :- MustHb(a,b), MustHb(b,c).
MayHb(a,b) :- St(a,_), St(b,_), a != b, !MustHb(b,a).
)";

struct Facts {
  const Rules &rules;
  Database &database;

  void add(const char *relation, const std::vector<std::string> &values) {
    const RelationId id = rules.find(relation).value();
    std::vector<ValueId> tuple;
    for (std::size_t i = 0; i < values.size(); ++i)
      tuple.push_back(database.intern(rules.relations[id].columns[i], values[i]).value());
    database.insert(id, tuple);
  }
};

/// `accesses` statements of `threads` threads, each of straight-line code.
class Program {
public:
  Program(unsigned accesses, unsigned threads, unsigned variables)
      : accesses(accesses), threads(threads), variables(variables) {}

  unsigned threadOf(unsigned s) const { return s * threads / accesses; }
  static std::string name(unsigned s) { return std::to_string(s); }

  void order(Facts facts) {
    for (unsigned s = 0; s < accesses; ++s) {
      facts.add("St", {name(s), "t" + name(threadOf(s))});
      if (s + 1 < accesses && threadOf(s) == threadOf(s + 1))
        facts.add("Po", {name(s), name(s + 1)});
    }
    for (unsigned i = 0; i < accesses / 100; ++i) {
      const unsigned a = random() % accesses, b = random() % accesses;
      // To later places of later threads only, so that nothing goes round.
      if (threadOf(a) < threadOf(b))
        facts.add("Sync", {name(a), name(b)});
    }
  }

  void whole(Facts facts) {
    facts.add("Initial", {"init"});
    facts.add("St", {"init", "start"});
    for (unsigned v = 0; v < variables; ++v)
      for (const char *relation : {"Store", "MustStore"})
        facts.add(relation, {"init", "x" + name(v)});
    for (unsigned v = 0; v < variables; ++v)
      facts.add("Access", {"x" + name(v), "init"});
    std::vector<int> section(accesses, -1);
    for (unsigned s = 0; s < accesses; ++s) {
      const std::string th = "t" + name(threadOf(s)), v = "x" + name(random() % variables);
      facts.add("St", {name(s), th});
      facts.add("Access", {v, name(s)});
      if (random() % 2) {
        facts.add("Store", {name(s), v});
        facts.add("MustStore", {name(s), v});
      } else {
        facts.add("Load", {name(s), v});
      }
      // Half of the code in sections of ten statements, all of one lock.
      if (s / 10 % 2 == 0)
        section[s] = static_cast<int>(s / 10 * threads + threadOf(s));
    }
    // Pairs by number: there are a hundred million of them.
    const auto relation = [&](const char *called) { return facts.rules.find(called).value(); };
    const RelationId po = relation("Po"), dom = relation("Dom"), postDom = relation("PostDom"),
                     same = relation("SameCS"), other = relation("DiffCS");
    Database &database = facts.database;
    std::vector<ValueId> ids;
    for (unsigned s = 0; s < accesses; ++s)
      ids.push_back(*database.intern(facts.rules.relations[po].columns[0], name(s)));
    const ValueId lock = *database.intern(facts.rules.relations[same].columns[2], "m");
    for (unsigned a = 0; a < accesses; ++a)
      for (unsigned b = 0; b < accesses; ++b) {
        if (a < b && threadOf(a) == threadOf(b)) {
          database.insert(po, std::array{ids[a], ids[b]});
          database.insert(dom, std::array{ids[a], ids[b]});
          database.insert(postDom, std::array{ids[b], ids[a]});
        }
        if (a != b && section[a] >= 0 && section[b] >= 0)
          database.insert(section[a] == section[b] ? same : other,
                          std::array{ids[a], ids[b], lock});
      }
    for (unsigned t = 1; t < threads; ++t)
      facts.add("ThrdCreate", {"t0", name(accesses / threads / 4 + t), "t" + name(t)});
  }

private:
  unsigned accesses, threads, variables;
  std::mt19937 random{42};
};

double secondsOf(const Rules &rules, Database &database, Engine engine, double most, bool &isDone) {
  Limits limits;
  if (most > 0)
    limits.seconds = most;
  const auto start = std::chrono::steady_clock::now();
  isDone = static_cast<bool>(evaluate(rules, database, engine, limits));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

long peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

} // namespace

/// heddle_datalog_bench order|rank1 ACCESSES VARIABLES MOST-SECONDS-OF-Z3 (0: do not ask it)
int main(int argc, char **argv) { // NOLINT(bugprone-exception-escape)
  if (argc != 5) {
    fmt::print(stderr, "usage: heddle_datalog_bench order|rank1 ACCESSES VARIABLES SECONDS\n");
    return 2;
  }
  const bool isOrder = std::string(argv[1]) == "order";
  auto rules = readRules({isOrder ? RuleFile{"order.dl", orderRules} : *embeddedRules("rank1.dl")});
  if (!rules) {
    fmt::print(stderr, "{}\n{}", rules.failure().message, rules.failure().detail);
    return 2;
  }
  Database facts(*rules);
  Program program(std::max(10, std::atoi(argv[2])), 5, std::max(1, std::atoi(argv[3])));
  if (isOrder)
    program.order({*rules, facts});
  else
    program.whole({*rules, facts});

  const double most = std::atof(argv[4]);
  bool isDone = false, isMuzDone = false, agree = true;
  Database dense = facts;
  const double seconds = secondsOf(*rules, dense, Engine::Dense, 0, isDone);
  const long megabytes = peakMegabytes();
  double muzSeconds = 0;
  if (most > 0) {
    Database muz = facts;
    muzSeconds = secondsOf(*rules, muz, Engine::Muz, most, isMuzDone);
    for (RelationId r = 0; isMuzDone && r < rules->relations.size(); ++r)
      agree = agree && dense.relation(r).tuples() == muz.relation(r).tuples();
  }
  std::uint64_t tuples = 0;
  for (RelationId r = 0; r < rules->relations.size(); ++r)
    tuples += rules->relations[r].isOutput ? dense.relation(r).count() : 0;
  fmt::print("{{\"seconds\": {:.6f}, \"muzSeconds\": {:.3f}, \"muzDone\": {}, \"agree\": {}, "
             "\"tuples\": {}, \"megabytes\": {}}}\n",
             seconds, muzSeconds, isMuzDone, agree, tuples, megabytes);
  return isDone && agree ? 0 : 1;
}
