#include "judge.h"

#include "change.h"
#include "oracles.h"
#include "print.h"
#include "slice_law.h"

#include <fmt/format.h>

namespace heddle::property {

namespace {

constexpr std::uint64_t targetsEvery = 50; ///< One program in so many is asked for places.

bool failed(Judgement &judgement, const char *oracle, std::string problem) {
  if (problem.empty())
    return false;
  judgement.oracle = oracle;
  judgement.problem = std::move(problem);
  return true;
}

void judgeSlice(Ready &ready, std::uint64_t seed, Judgement &result) {
  const SliceCheck check = checkSlice(ready, seed);
  failed(result, "slice", check.problem);
  result.isSliced = check.isCompared;
  result.isSliceFailing = check.isCompared && check.fails;
  result.instructions = check.instructions;
  result.kept = check.kept;
}

/// The oracles that stand on the VM alone; `all` becomes what the program can do.
Judgement judgeInVm(const std::string &text, std::uint64_t seed, const Settings &settings,
                    Explored &all) {
  Judgement result;
  auto ready = fromIr(text);
  if (!ready) {
    failed(result, "generator", ready.failure().message + "\n");
    return result;
  }
  ready->most = settings.most;
  if (settings.onlySlices) {
    if (!failed(result, "reach", checkReachLaw(*ready, seed)))
      judgeSlice(*ready, seed, result);
    return result;
  }
  if (settings.onlyTargets) {
    failed(result, "targets", checkTargets(*ready, seed));
    return result;
  }
  if (settings.onlyOrders) {
    constexpr std::uint64_t executions = 25;
    constexpr double seconds = 5;
    result.laws = runLaws(*ready->program, *ready->code, {executions, seconds, seed, {}});
    result.executions = result.laws.executions;
    failed(result, "laws", result.laws.problem);
    return result;
  }
  if (settings.onlyDefuse) {
    result.defuse = checkDefuse(*ready, seed);
    failed(result, "defuse", result.defuse.problem);
    return result;
  }
  all = explore(*ready);
  if (!all.complete)
    all = exploreStates(*ready);
  result.executions = all.answer.stats.executions + all.answer.stats.blocked;
  result.bugs = static_cast<unsigned>(all.answer.found.size());
  result.isTooLarge = !all.complete;
  result.isLarge = !all.hasHistory;
  result.traces = all.isPlain ? all.traces.size() : 0;
  if (result.isTooLarge)
    return result;
  if (failed(result, "strategies", checkStrategies(*ready, all, seed, settings.strategy)) ||
      settings.onlyStrategies)
    return result;
  if (!failed(result, "replay", checkReplay(*ready, all.answer, all.hasHistory)) &&
      !failed(result, "marks", checkMarks(*ready, seed)))
    if (result.laws = checkLaws(*ready, all.answer, seed);
        !failed(result, "laws", result.laws.problem) &&
        !failed(result, "reach", checkReachLaw(*ready, seed)) &&
        (seed % targetsEvery != 0 || !failed(result, "targets", checkTargets(*ready, seed))))
      judgeSlice(*ready, seed, result);
  return result;
}

/// The program and another version of it, in turns as the old one.
Judgement judgeVersions(const Shape &shape, std::uint64_t seed) {
  Judgement result;
  auto one = fromIr(printIr(shape));
  auto other = fromIr(printIr(changed(shape, seed)));
  if (!one || !other) {
    failed(result, "generator", (one ? other : one).failure().message + "\n");
    return result;
  }
  result.versions =
      seed % 2 ? checkVersions(*one, *other, seed) : checkVersions(*other, *one, seed);
  result.executions = result.versions.executions;
  failed(result, "versions", result.versions.problem);
  return result;
}

} // namespace

Judgement judgeIr(const std::string &text, const Settings &settings) {
  Explored all;
  return judgeInVm(text, 0, settings, all);
}

Judgement judge(const Shape &shape, std::uint64_t seed, const Settings &settings) {
  if (settings.onlyVersions)
    return judgeVersions(shape, seed);
  Explored plain;
  Judgement result = judgeInVm(printIr(shape), seed, settings, plain);
  const bool isChosen = settings.nativeEvery != 0 && seed % settings.nativeEvery == 0;
  if (!isChosen || settings.onlyStrategies || settings.onlySlices || settings.onlyOrders ||
      settings.onlyDefuse || settings.onlyTargets || result.isTooLarge || result.isLarge ||
      !result.oracle.empty() || failed(result, "c", checkC(shape, plain, settings.directory)))
    return result;
  result.ranNatively = true;
  failed(result, "native",
         checkNative(shape, plain, settings.directory, settings.nativeRuns, seed));
  return result;
}

} // namespace heddle::property
