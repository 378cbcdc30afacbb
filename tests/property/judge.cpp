#include "judge.h"

#include "oracles.h"
#include "print.h"

#include <fmt/format.h>

namespace heddle::property {

namespace {

bool failed(Judgement &judgement, const char *oracle, std::string problem) {
  if (problem.empty())
    return false;
  judgement.oracle = oracle;
  judgement.problem = std::move(problem);
  return true;
}

/// The oracles that stand on the VM alone; `plain` becomes what the plain search finds.
Judgement judgeInVm(const std::string &text, std::uint64_t seed, Explored &plain) {
  Judgement result;
  auto ready = fromIr(text);
  if (!ready) {
    failed(result, "generator", ready.failure().message + "\n");
    return result;
  }
  plain = explore(*ready, false);
  result.executions = plain.answer.stats.executions;
  result.bugs = static_cast<unsigned>(plain.answer.found.size());
  result.isTooLarge = !plain.complete;
  if (result.isTooLarge)
    return result;
  if (!plain.answer.gaps.empty()) {
    const vm::Gap &gap = plain.answer.gaps.front();
    failed(result, "complete",
           fmt::format("the search is incomplete: {} {}\n", gap.reason, gap.detail));
    return result;
  }
  if (!failed(result, "dedup", checkDedup(*ready, plain)) &&
      !failed(result, "replay", checkReplay(*ready, plain)))
    failed(result, "marks", checkMarks(*ready, seed));
  return result;
}

} // namespace

Judgement judgeIr(const std::string &text) {
  Explored plain;
  return judgeInVm(text, 1, plain);
}

Judgement judge(const Shape &shape, std::uint64_t seed, const Settings &settings) {
  Explored plain;
  Judgement result = judgeInVm(printIr(shape), seed, plain);
  const bool isChosen = settings.nativeEvery != 0 && seed % settings.nativeEvery == 0;
  if (!isChosen || result.isTooLarge || !result.oracle.empty() ||
      failed(result, "c", checkC(shape, plain, settings.directory)))
    return result;
  result.ranNatively = true;
  failed(result, "native",
         checkNative(shape, plain, settings.directory, settings.nativeRuns, seed));
  return result;
}

} // namespace heddle::property
