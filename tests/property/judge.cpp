#include "judge.h"

#include "oracles.h"
#include "print.h"

#include <fmt/format.h>

namespace heddle::property {

Judgement judge(const Shape &shape, std::uint64_t seed, const Settings &settings) {
  Judgement result;
  const auto failed = [&](const char *oracle, std::string problem) {
    result.problem = std::move(problem);
    if (!result.problem.empty())
      result.oracle = oracle;
    return !result.problem.empty();
  };
  auto ready = fromIr(printIr(shape));
  if (!ready) {
    failed("generator", ready.failure().message + "\n");
    return result;
  }
  const Explored plain = explore(*ready, false);
  result.executions = plain.answer.stats.executions;
  result.bugs = static_cast<unsigned>(plain.answer.found.size());
  result.isTooLarge = !plain.complete;
  if (result.isTooLarge)
    return result;
  if (!plain.answer.gaps.empty()) {
    const vm::Gap &gap = plain.answer.gaps.front();
    failed("complete", fmt::format("the search is incomplete: {} {}\n", gap.reason, gap.detail));
    return result;
  }
  if (failed("dedup", checkDedup(*ready, plain)) || failed("replay", checkReplay(*ready, plain)) ||
      failed("marks", checkMarks(*ready, seed)))
    return result;
  if (settings.nativeEvery == 0 || seed % settings.nativeEvery != 0)
    return result;
  if (failed("c", checkC(shape, plain, settings.directory)))
    return result;
  result.ranNatively = true;
  failed("native", checkNative(shape, plain, settings.directory, settings.nativeRuns, seed));
  return result;
}

} // namespace heddle::property
