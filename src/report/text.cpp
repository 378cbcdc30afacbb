#include "report/text.h"

#include "report/paint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::report {
namespace {

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string textOfIncomplete(const Incomplete &incomplete, const Paint &paint) {
  std::string text = paint.warning("incomplete:") + " " + incomplete.reason;
  if (const std::string at = shown(incomplete.place); !at.empty())
    text += (incomplete.place.file.empty() ? " in " : " at ") + at;
  if (!incomplete.detail.empty())
    text += ": " + incomplete.detail;
  return text + "\n";
}

/// One line, however wide: it is what scripts look for.
std::string figures(const Result &result, const Paint &paint) {
  const std::string verdict(name(result.verdict));
  const bool found = exitCode(result) == support::ExitCode::Found;
  std::string text = found                                ? paint.error(verdict)
                     : result.verdict == Verdict::Unknown ? paint.warning(verdict)
                                                          : paint.good(verdict);
  const Stats &stats = result.stats;
  text += fmt::format(": {}, {} pruned", counted(stats.executions, "execution"), stats.pruned);
  if (stats.blocked != 0)
    text += fmt::format(", {} blocked", stats.blocked);
  text += fmt::format(", {}, {:.2f} s", counted(stats.states, "state"), stats.seconds);
  if (!result.covers.empty())
    text += fmt::format("; covers {}", fmt::join(result.covers, ", "));
  if (!result.assumes.empty())
    text += fmt::format("; assumes {}", fmt::join(result.assumes, ", "));
  return text + "\n";
}

std::string allFigures(const Stats &stats) {
  std::string text;
  const auto row = [&](std::string_view key, const std::string &value) {
    text += fmt::format("  {:<24} {}\n", key, value);
  };
  row("executions", std::to_string(stats.executions));
  row("pruned", std::to_string(stats.pruned));
  row("blocked", std::to_string(stats.blocked));
  row("states", std::to_string(stats.states));
  row("instructions", std::to_string(stats.instructions));
  row("solver calls", std::to_string(stats.solverCalls));
  row("seconds", fmt::format("{:.3f}", stats.seconds));
  row("peak memory", fmt::format("{:.1f} MB", stats.peakMemoryMb));
  for (const auto &[key, value] : stats.more)
    row(key, value);
  return text;
}

} // namespace

void printText(llvm::raw_ostream &out, const Result &result, const support::SourceText &sources,
               const TextOptions &options) {
  const Paint paint(options.colour);
  for (const Finding &finding : result.findings) {
    // The races behind a bug are listed after it; their runs say little that the bug's does not.
    TextOptions shape = options;
    shape.brief |= finding.kind == "data-race" && result.findings.front().kind != "data-race";
    out << textOfFinding(finding, sources, shape) << "\n";
  }
  if (result.inspection)
    out << textOfInspection(*result.inspection, sources, options);
  for (const Incomplete &incomplete : result.incomplete)
    out << textOfIncomplete(incomplete, paint);
  if (options.stats)
    out << "figures:\n" << allFigures(result.stats);
  if (result.verdict != Verdict::None)
    out << figures(result, paint);
}

} // namespace heddle::report
