#include "oracles.h"

#include <fmt/format.h>

namespace heddle::property {

namespace {

std::string difference(const char *what, const std::set<std::string> &plain,
                       const std::set<std::string> &dedup) {
  std::string out;
  for (const std::string &each : plain)
    if (!dedup.contains(each))
      out += fmt::format("  {} only without --dedup: {}\n", what, each);
  for (const std::string &each : dedup)
    if (!plain.contains(each))
      out += fmt::format("  {} only with --dedup: {}\n", what, each);
  return out;
}

} // namespace

std::string checkDedup(Ready &ready, const Explored &plain) {
  const Explored dedup = explore(ready, true);
  std::string problem = difference("bug", plain.bugs, dedup.bugs);
  problem += difference("final state", plain.finals, dedup.finals);
  if (!dedup.answer.gaps.empty())
    problem += "  --dedup is incomplete: " + dedup.answer.gaps.front().detail + "\n";
  return problem.empty() ? problem : "exhaustive and exhaustive --dedup differ\n" + problem;
}

} // namespace heddle::property
