#include "oracles.h"
#include "pointer_law.h"
#include "slice_law.h"

namespace heddle::property {

std::string checkPointerLaw(Ready &ready, std::uint64_t seed) {
  constexpr std::uint64_t executions = 5;
  constexpr double seconds = 1;
  return runPointerLaw(*ready.program, *ready.code, executions, seconds, seed).problem;
}

std::string checkReachLaw(Ready &ready, std::uint64_t seed) {
  constexpr std::uint64_t executions = 2;
  constexpr double seconds = 1;
  return checkReach(ready, seed, executions, seconds).problem;
}

} // namespace heddle::property
