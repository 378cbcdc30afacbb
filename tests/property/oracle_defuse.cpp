// Definition-use testing against all executions of small programs, and its encodings against each
// other.
#include "defuse/campaign.h"
#include "diff/look.h"
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
    compareEncodings();
    if (!result.problem.empty() || !enumerate())
      return result;
    compare();
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

  /// One trace, all pairs.
  void compareEncodings() {
    const trace::LiftedRun run = trace::runLifted(*ready.code, options, {});
    const trace::Course course(run);
    if (run.events.size() > mostEvents)
      return;
    trace::Prediction fast(course, potential.pairs(), {});
    trace::PredictOptions plainly;
    plainly.reductions = trace::Reductions::none();
    trace::Prediction plain(course, potential.pairs(), plainly);
    for (const PairKey &pair : potential.pairs()) {
      const solver::Answer a = fast.pair(pair).answer;
      const solver::Answer b = plain.pair(pair).answer;
      ++result.questions;
      if (a != b && a != solver::Answer::Unknown && b != solver::Answer::Unknown)
        fail(a == solver::Answer::Yes ? "a pair that only the fast encoding has"
                                      : "a pair that only the plain encoding has",
             pair);
    }
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

} // namespace heddle::property
