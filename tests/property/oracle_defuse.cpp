// Definition-use testing against all executions of small programs, and its encodings against each
// other.
#include "defuse/campaign.h"
#include "diff/look.h"
#include "encodings.h"
#include "oracles.h"
#include "random.h"

#include <chrono>
#include <fmt/format.h>
#include <llvm/IR/Instruction.h>
#include <llvm/Support/raw_ostream.h>
#include <set>

namespace heddle::property {

namespace {

using defuse::PairKey;
using defuse::Status;

constexpr std::uint64_t mostSteps = 100'000;
constexpr double mostSeconds = 5;

/// An execution by chance.
class Steps : private vm::Recorder {
public:
  Steps(vm::SharedCode &code, const vm::Options &options) : machine(code, options) {
    machine.record(this);
    machine.start();
  }
  void go(Random &random) {
    for (unsigned i = 0; i < mostChoices && !machine.choices().empty(); ++i)
      machine.take(random.pick(machine.choices()));
  }
  std::vector<trace::ReadFrom> edges;

private:
  void saw(const vm::Seen &event) override {
    for (const trace::ReadFrom &edge : readers.saw(event))
      edges.push_back(edge);
  }
  static constexpr unsigned mostChoices = 500; ///< Loops may go on for ever.
  vm::Machine machine;
  trace::Readers readers;
};

class Check {
public:
  Check(Ready &ready, std::uint64_t seed) : ready(ready), seed(seed), potential(*ready.program) {
    options.maxSteps = mostSteps;
    for (const PairKey &pair : potential.pairs())
      reads.insert(pair.read);
  }

  DefuseCheck run() {
    if (potential.pairs().empty())
      return result;
    walk();
    if (enumerate()) {
      compare(false);
      if (result.problem.empty())
        compare(true); // With a search, which it is compared with only where that is not the same.
    } else {
      const trace::LiftedRun run = trace::runLifted(*ready.code, options, {});
      compareEncodingsOf(trace::Course(run));
    }
    return result;
  }

private:
  std::string textOf(program::LocationId location) const {
    if (location == program::noLocation)
      return "the initial value";
    std::string text;
    llvm::raw_string_ostream out(text);
    ready.program->location(location).instruction->print(out);
    return text;
  }
  void fail(const char *what, const PairKey &pair) {
    if (result.problem.empty())
      result.problem = fmt::format("  {}:\n    {}\n    read by {}\n", what, textOf(pair.write),
                                   textOf(pair.read));
  }

  /// Of a trace that is not too long, all pairs.
  void compareEncodingsOf(const trace::Course &course) {
    if (course.run.events.size() > mostEvents || !result.problem.empty() ||
        ++result.traces > mostTraces)
      return;
    const EncodingCheck check = compareEncodings(
        *ready.program, course, potential.pairs(),
        [this](const trace::LiftedPlan &plan) { return runLifted(*ready.code, options, plan); },
        [] { return true; });
    result.questions += check.questions;
    result.problem = check.problem;
  }

  /// Pairs that executions by chance show, in which rounds of loops that only wait are steps.
  void walk() {
    Random random(seed);
    for (unsigned i = 0; i < walks; ++i) {
      vm::Options plain = options;
      plain.symbolic = false;
      plain.rounds = vm::Rounds::Free;
      plain.maxSteps = walkSteps;
      Steps steps(*ready.code, plain);
      steps.go(random);
      for (const trace::ReadFrom &edge : steps.edges)
        if (edge.isShared && reads.contains(edge.read.location))
          byChance.insert({edge.write.location, edge.read.location});
    }
  }

  /// All pairs that there are; false if that takes too long.
  bool enumerate() {
    diff::LookSettings settings;
    settings.vm = options;
    settings.seconds = mostSeconds;
    const diff::Everything all =
        diff::lookAtAll(*ready.code, settings, seed % 4 ? "dpor" : "exhaustive", false,
                        [&](const diff::Sight &sight) {
                          for (const diff::SeenRead &seen : sight.reads())
                            if (seen.edge.isShared && reads.contains(seen.edge.read.location))
                              there.insert({seen.edge.write.location, seen.edge.read.location});
                          return true;
                        });
    return all.bound.empty() || all.bound == "inputs";
  }

  void compare(bool searches) {
    const auto begun = std::chrono::steady_clock::now();
    defuse::Settings settings;
    settings.vm = options;
    settings.mostRuns = mostRuns;
    settings.searches = searches;
    settings.goesOn = [begun] {
      return std::chrono::steady_clock::now() - begun < std::chrono::duration<double>(mostSeconds);
    };
    if (!searches)
      settings.onExecution = [this](const trace::Course &course) { compareEncodingsOf(course); };
    const defuse::Outcome outcome = defuse::run(*ready.code, potential, settings);
    for (const vm::Gap &gap : outcome.gaps)
      if (gap.reason == "not-replayed" || gap.reason == "not-reproduced")
        fail(gap.detail.c_str(), {program::noLocation, gap.location});
    std::set<PairKey> listed;
    for (const defuse::FoundPair &pair : outcome.pairs) {
      listed.insert(pair.key);
      const bool isThere = there.contains(pair.key) || byChance.contains(pair.key);
      const bool isSeen = pair.status == Status::Observed || pair.status == Status::Inferred;
      if (pair.status == Status::Infeasible && isThere)
        fail("a pair that is possible and is called infeasible", pair.key);
      if (isSeen && !isThere && !mayWait(pair.key))
        fail("a pair that no execution shows", pair.key);
      if (!searches)
        ++(pair.status == Status::Open ? result.open : result.decided);
    }
    for (const PairKey &pair : there)
      if (!listed.contains(pair))
        fail("a pair that is not among the potential ones", pair);
    if (searches)
      return;
    result.isComplete = outcome.isComplete;
    result.isCompared = true;
    if (!outcome.isComplete && !outcome.gaps.empty())
      result.why = outcome.gaps.front().reason;
  }

  /// Rounds of a loop that only waits are in no execution that is looked at.
  bool mayWait(const PairKey &key) const {
    return potential.mayWait(key.read) ||
           (key.write != program::noLocation && potential.mayWait(key.write));
  }

  static constexpr unsigned walks = 30;
  static constexpr std::uint64_t walkSteps = 20'000;
  static constexpr std::size_t mostEvents = 400;
  static constexpr std::uint64_t mostTraces = 8; ///< Of a program, of which encodings are compared.
  static constexpr std::uint64_t mostRuns = 300;
  Ready &ready;
  const std::uint64_t seed;
  const defuse::Potential potential;
  vm::Options options;
  std::set<program::LocationId> reads;
  std::set<PairKey> there;
  std::set<PairKey> byChance;
  DefuseCheck result;
};

} // namespace

DefuseCheck checkDefuse(Ready &ready, std::uint64_t seed) {
  return Check(ready, seed).run();
}

DefuseCheck checkEncodings(Ready &ready, double seconds) {
  DefuseCheck result;
  const defuse::Potential potential(*ready.program);
  const auto begun = std::chrono::steady_clock::now();
  const auto left = [begun, seconds] {
    return seconds -
           std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
  defuse::Settings settings;
  settings.searches = false;
  settings.goesOn = [&] { return left() > 0 && result.problem.empty(); };
  settings.onExecution = [&](const trace::Course &course) {
    if (!settings.goesOn())
      return;
    ++result.traces;
    const EncodingCheck check = compareEncodings(
        *ready.program, course, potential.pairs(),
        [&](const trace::LiftedPlan &plan) {
          return trace::runLifted(*ready.code, settings.vm, plan);
        },
        settings.goesOn);
    result.questions += check.questions;
    result.problem = check.problem;
  };
  defuse::run(*ready.code, potential, settings);
  return result;
}

} // namespace heddle::property
