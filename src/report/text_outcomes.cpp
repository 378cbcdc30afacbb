// What became of the pairs of operations that led a search, as text: how many of each sort, and the
// ones that matter most.
#include "report/paint.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::report {
namespace {

constexpr std::size_t mostLines = 12;

/// "not-reached" in words.
std::string inWords(std::string status) {
  std::ranges::replace(status, '-', ' ');
  return status;
}

std::string textOfSide(const PairOutcome::Side &side) {
  return fmt::format("{} at {}", side.access, shown(side.place));
}

std::string textOfOutcome(const PairOutcome &one, const Paint &paint) {
  const std::string status = fmt::format("{:<11}", inWords(one.status));
  const bool isKnown = one.status == "benign" || one.status == "infeasible";
  std::string text =
      fmt::format("  {} {} {}{}, {}",
                  one.status == "harmful" ? paint.error(status)
                  : isKnown               ? paint.good(status)
                                          : paint.warning(status),
                  one.kind, one.variable.empty() ? "" : support::printable(one.variable) + ": ",
                  textOfSide(one.a), textOfSide(one.b));
  if (!one.failure.empty())
    text += fmt::format(": {}{}", one.failure, one.failedAt ? " at " + shown(*one.failedAt) : "");
  if (!one.test.empty())
    text += fmt::format("; heddle replay {}", one.test);
  if (!one.why.empty() && one.status != "benign")
    text += ": " + support::printable(one.why);
  return text + "\n";
}

} // namespace

std::string textOfOutcomes(const std::vector<PairOutcome> &outcomes, const TextOptions &options) {
  const Paint paint(options.colour);
  std::vector<std::string> counts;
  for (const PairOutcome &one : outcomes) {
    const std::string &status = one.status;
    if (&one != &outcomes.front() && (&one - 1)->status == status)
      continue;
    counts.push_back(fmt::format(
        "{} {}", std::ranges::count(outcomes, status, &PairOutcome::status), inWords(status)));
  }
  std::string text = support::counted(outcomes.size(), "conflicting pair") +
                     (counts.empty() ? "\n" : fmt::format(": {}\n", fmt::join(counts, ", ")));
  const std::size_t most = options.whole ? outcomes.size() : mostLines;
  for (std::size_t i = 0; i < std::min(most, outcomes.size()); ++i)
    text += textOfOutcome(outcomes[i], paint);
  if (outcomes.size() > most)
    text += fmt::format("  and {} more (--verbose)\n", outcomes.size() - most);
  return text;
}

} // namespace heddle::report
