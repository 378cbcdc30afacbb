// Definition-use testing against all executions of small programs, and its encodings against each
// other.
#include "defuse/campaign.h"
#include "diff/look.h"
#include "encodings.h"
#include "oracles.h"

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

class Check {
public:
  Check(Ready &ready) : ready(ready), potential(*ready.program) {
    options.maxSteps = mostSteps;
    for (const PairKey &pair : potential.pairs())
      reads.insert(pair.read);
  }

  DefuseCheck run() {
    if (potential.pairs().empty())
      return result;
    if (enumerate()) {
      compare();
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

  /// All pairs that there are; false if that takes too long.
  bool enumerate() {
    diff::LookSettings settings;
    settings.vm = options;
    settings.seconds = mostSeconds;
    const diff::Everything all =
        diff::lookAtAll(*ready.code, settings, "dpor", false, [&](const diff::Sight &sight) {
          for (const diff::SeenRead &seen : sight.reads())
            if (seen.edge.isShared && reads.contains(seen.edge.read.location))
              there.insert({seen.edge.write.location, seen.edge.read.location});
          return true;
        });
    return all.bound.empty() || all.bound == "inputs";
  }

  void compare() {
    const auto begun = std::chrono::steady_clock::now();
    defuse::Settings settings;
    settings.vm = options;
    settings.mostRuns = mostRuns;
    settings.searches = false; // It would be compared with itself.
    settings.goesOn = [begun] {
      return std::chrono::steady_clock::now() - begun < std::chrono::duration<double>(mostSeconds);
    };
    settings.onExecution = [this](const trace::Course &course) { compareEncodingsOf(course); };
    const defuse::Outcome outcome = defuse::run(*ready.code, potential, settings);
    for (const vm::Gap &gap : outcome.gaps)
      if (gap.reason == "not-replayed" || gap.reason == "not-reproduced")
        fail(gap.detail.c_str(), {program::noLocation, gap.location});
    std::set<PairKey> listed;
    for (const defuse::FoundPair &pair : outcome.pairs) {
      listed.insert(pair.key);
      const bool isThere = there.contains(pair.key);
      const bool isSeen = pair.status == Status::Observed || pair.status == Status::Inferred;
      if (pair.status == Status::Infeasible && isThere)
        fail("a pair that is possible and is called infeasible", pair.key);
      if (isSeen && !isThere)
        fail("a pair that no execution shows", pair.key);
      ++(pair.status == Status::Open ? result.open : result.decided);
    }
    for (const PairKey &pair : there)
      if (!listed.contains(pair))
        fail("a pair that is not among the potential ones", pair);
    result.isComplete = outcome.isComplete;
    result.isCompared = true;
    if (!outcome.isComplete && !outcome.gaps.empty())
      result.why = outcome.gaps.front().reason;
  }

  static constexpr std::size_t mostEvents = 400;
  static constexpr std::uint64_t mostTraces = 8; ///< Of a program, of which encodings are compared.
  static constexpr std::uint64_t mostRuns = 300;
  Ready &ready;
  const defuse::Potential potential;
  vm::Options options;
  std::set<program::LocationId> reads;
  std::set<PairKey> there;
  DefuseCheck result;
};

} // namespace

DefuseCheck checkDefuse(Ready &ready) {
  return Check(ready).run();
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
