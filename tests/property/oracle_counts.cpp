#include "generate.h"
#include "oracles.h"
#include "print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::property {

namespace {

/// (a + b + ...)! / (a! b! ...)
std::uint64_t multinomial(const std::vector<unsigned> &parts) {
  std::uint64_t result = 1;
  std::uint64_t total = 0;
  for (const unsigned part : parts)
    for (unsigned i = 1; i <= part; ++i)
      result = result * ++total / i; // Exact: a binomial coefficient at every step.
  return result;
}

std::string check(const std::vector<unsigned> &operations, std::uint64_t seed) {
  auto ready = fromIr(printIr(counting(operations, seed)));
  if (!ready)
    return ready.failure().message;
  const Explored explored = explore(*ready);
  const std::uint64_t expected = multinomial(operations);
  if (explored.answer.stats.executions == expected)
    return {};
  return fmt::format("threads of {} operations have {} executions instead of {}\n",
                     fmt::join(operations, ", "), explored.answer.stats.executions, expected);
}

} // namespace

std::string checkCounts() {
  std::string problems;
  for (unsigned a = 0; a <= 6; ++a)
    for (unsigned b = 0; b <= 6; ++b)
      problems += check({a, b}, 7 * a + b);
  for (unsigned a = 1; a <= 3; ++a)
    for (unsigned b = 1; b <= 3; ++b)
      for (unsigned c = 1; c <= 3; ++c)
        problems += check({a, b, c}, 49 * a + 7 * b + c);
  return problems + check({2, 2, 2, 2}, 1);
}

} // namespace heddle::property
