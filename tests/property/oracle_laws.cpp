#include "oracles.h"
#include "slice_law.h"

namespace heddle::property {

LawRuns checkLaws(Ready &ready, const explore::Answer &answer, std::uint64_t seed) {
  constexpr std::uint64_t executions = 5;
  constexpr double seconds = 1;
  std::vector<std::vector<vm::Choice>> deadlocks;
  for (const explore::Found &found : answer.found)
    if (found.fault.kind == vm::FaultKind::Deadlock)
      deadlocks.push_back(found.path);
  return runLaws(*ready.program, *ready.code, {executions, seconds, seed, deadlocks});
}

std::string checkReachLaw(Ready &ready, std::uint64_t seed) {
  constexpr std::uint64_t executions = 2;
  constexpr double seconds = 1;
  return checkReach(ready, seed, executions, seconds).problem;
}

} // namespace heddle::property
