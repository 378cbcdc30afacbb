#include "report/text.h"

#include "report/paint.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Support/raw_ostream.h>
#include <map>

namespace heddle::report {
namespace {

std::string textOfIncomplete(const Incomplete &incomplete, const Paint &paint) {
  std::string text = paint.warning("incomplete:") + " " + incomplete.reason;
  if (const std::string at = shown(incomplete.place); !at.empty())
    text += (incomplete.place.file.empty() ? " in " : " at ") + at;
  if (!incomplete.detail.empty())
    text += ": " + incomplete.detail;
  return text + "\n";
}

/// Whether it is a function that somebody could write in C.
bool mayBeModelled(const Incomplete &one) {
  return one.reason == "unsupported-function" && one.detail.find("std::") == std::string::npos;
}

/// A bound is hit in many places of a program: a few of each kind tell enough.
std::string textOfAllIncomplete(const Result &result, const TextOptions &options,
                                const Paint &paint) {
  constexpr unsigned most = 5;
  std::string text;
  std::map<std::string, unsigned> counts;
  for (const Incomplete &one : result.incomplete)
    if (++counts[one.reason] <= most || options.whole)
      text += textOfIncomplete(one, paint);
  if (!options.headlines && std::ranges::any_of(result.incomplete, mayBeModelled))
    text +=
        paint.dim(
            "its source file is missing, or a model of it: heddle explain unsupported-function") +
        "\n";
  for (const auto &[reason, count] : counts)
    if (count > most && !options.whole)
      text += fmt::format("{} {} in {}\n", paint.warning("incomplete:"), reason,
                          support::counted(count - most, "more place"));
  return text;
}

/// "assertion, deadlock by dpor": where the strategy chose the argument, that is said too.
std::string coverage(const Result &result) {
  std::string text;
  const std::string *last = nullptr;
  for (std::size_t i = 0; i < result.by.size(); ++i) {
    const auto &[property, argument] = result.by[i];
    if (last && *last != argument)
      text += " by " + *last;
    text += (i ? ", " : "") + property;
    last = &argument;
  }
  if (!last)
    return fmt::format("{}", fmt::join(result.covers, ", "));
  return *last == result.strategy ? text : text + " by " + *last;
}

/// "auto: dpor (1000 executions), pct (500), dpor (7301 on 2 threads)".
std::string textOfPhases(const Result &result) {
  std::string text;
  for (const Phase &phase : result.phases)
    text += fmt::format("{}{} ({}{})", text.empty() ? "" : ", ", phase.strategy,
                        text.empty() ? support::counted(phase.executions, "execution")
                                     : std::to_string(phase.executions),
                        phase.workers > 1 ? fmt::format(" on {} threads", phase.workers) : "");
  return fmt::format("{}: {}\n", result.strategy, text);
}

/// "2 by locks (m, 2 pairs)": most of them only tell how many.
std::string shares(const RaceArgument &argument) {
  std::vector<std::string> parts;
  if (argument.locked) {
    constexpr std::size_t most = 4;
    std::vector<std::string> names;
    for (const RaceArgument::Lock &lock : argument.locks)
      if (names.size() < most)
        names.push_back(lock.name);
    if (argument.locks.size() > most)
      names.push_back(fmt::format("{} more", argument.locks.size() - most));
    parts.push_back(fmt::format("{} by {} {}", argument.locked,
                                argument.locks.size() == 1 ? "lock" : "locks",
                                fmt::join(names, ", ")));
  }
  if (argument.own)
    parts.push_back(fmt::format("{} by the lock of the object", argument.own));
  if (argument.atomic)
    parts.push_back(fmt::format("{} atomic", argument.atomic));
  if (argument.ordered) {
    std::vector<std::string> names;
    for (const RaceArgument::Order &order : argument.orders) {
      std::string name = order.kind + (order.name.empty() ? "" : " " + order.name);
      if (std::ranges::find(names, name) == names.end())
        names.push_back(std::move(name));
    }
    parts.push_back(fmt::format("{} by order{}", argument.ordered,
                                names.empty() ? "" : fmt::format(" ({})", fmt::join(names, ", "))));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string textOfRaceFreedom(const RaceArgument &argument) {
  if (argument.pairs == 0)
    return "races: excluded, no two threads access the same place at a time and write\n";
  return fmt::format("races: excluded without running; conflicting pairs: {}\n", shares(argument));
}

/// One line, however wide: it is what scripts look for.
std::string figures(const Result &result, const Paint &paint) {
  // Pairs are no verdict on the program, but that all are known is one on the question.
  const bool isAnswered = result.defuse && result.verdict == Verdict::None;
  const std::string verdict(isAnswered ? "complete" : name(result.verdict));
  const bool found = exitCode(result) == support::ExitCode::Found;
  std::string text = found                                ? paint.error(verdict)
                     : result.verdict == Verdict::Unknown ? paint.warning(verdict)
                                                          : paint.good(verdict);
  const Stats &stats = result.stats;
  if (result.diff) {
    text += ": " + result.diff->relationship;
    if (result.diff->rank)
      text += fmt::format(" {} rank {}", result.diff->firstRank > 1 ? "at" : "up to",
                          result.diff->rank);
    text += fmt::format(", {:.2f} s", stats.seconds);
    if (!result.assumes.empty())
      text += fmt::format("; assumes {}", fmt::join(result.assumes, ", "));
    return text + "\n";
  }
  if (result.defuse) {
    const auto at = [&](std::string_view status) {
      return std::ranges::count(result.defuse->pairs, status, &DefusePair::status);
    };
    text += fmt::format(": {} pairs observed, {} inferred and replayed, {} infeasible, {} open, "
                        "{}, {:.2f} s",
                        at("observed"), at("inferred"), at("infeasible"), at("open"),
                        support::counted(stats.executions, "execution"), stats.seconds);
    if (!result.assumes.empty())
      text += fmt::format("; assumes {}", fmt::join(result.assumes, ", "));
    return text + "\n";
  }
  text +=
      fmt::format(": {}, {} pruned", support::counted(stats.executions, "execution"), stats.pruned);
  if (stats.blocked != 0)
    text += fmt::format(", {} blocked", stats.blocked);
  text += fmt::format(", {}, {:.2f} s", support::counted(stats.states, "state"), stats.seconds);
  if (!result.covers.empty())
    text += "; covers " + coverage(result);
  if (!result.assumes.empty())
    text += fmt::format("; assumes {}", fmt::join(result.assumes, ", "));
  return text + "\n";
}

/// "1234567" as "1 234 567".
std::string grouped(std::string digits) {
  if (digits.find_first_not_of("0123456789") != std::string::npos)
    return digits;
  for (std::size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, " ");
  return digits;
}

/// Names on the left, numbers with their ends under each other.
std::string allFigures(const Stats &stats, bool hasSearched) {
  std::vector<std::pair<std::string, std::string>> rows;
  if (hasSearched)
    rows = {
        {"executions", std::to_string(stats.executions)},
        {"pruned", std::to_string(stats.pruned)},
        {"blocked", std::to_string(stats.blocked)},
        {"states", std::to_string(stats.states)},
        {"instructions", std::to_string(stats.instructions)},
        {"solver calls", std::to_string(stats.solverCalls)},
    };
  if (hasSearched && stats.seconds > 0) {
    const auto rate = [&](std::uint64_t count) {
      return fmt::format("{:.0f}", static_cast<double>(count) / stats.seconds);
    };
    rows.emplace_back("executions a second", rate(stats.executions));
    rows.emplace_back("instructions a second", rate(stats.instructions));
  }
  rows.insert(rows.end(), stats.more.begin(), stats.more.end());
  rows.emplace_back("seconds", fmt::format("{:.3f}", stats.seconds));
  if (hasSearched)
    rows.emplace_back("peak memory (MB)", fmt::format("{:.1f}", stats.peakMemoryMb));
  std::size_t left = 0;
  std::size_t right = 0;
  for (auto &[name, value] : rows) {
    std::ranges::replace(name, '_', ' ');
    value = grouped(value);
    left = std::max(left, name.size());
    right = std::max(right, value.size());
  }
  std::string text;
  for (const auto &[name, value] : rows)
    text += fmt::format("  {:<{}}  {:>{}}\n", name, left, value, right);
  return text;
}

/// What the text tells of first.
std::string kindOfFirst(const DiffReport &report) {
  if (!report.lockOrder.empty())
    return "lock-order";
  if (!report.threads.empty())
    return "thread";
  if (std::ranges::any_of(report.differences, &DiffDifference::counts))
    return "data-flow";
  return report.exclusion.empty() ? "different" : report.exclusion.front().kind;
}

/// The words that somebody who sees a report for the first time may want explained.
std::string textOfHint(const Result &result) {
  std::string word;
  if (!result.findings.empty())
    word = result.findings.front().kind;
  else if (result.diff && result.verdict == Verdict::Different)
    word = kindOfFirst(*result.diff);
  else if (result.pairs)
    word = !result.pairs->deadlocks.empty() ? "deadlock" : "RW";
  else if (!result.incomplete.empty())
    word = "incomplete";
  else
    word = name(result.verdict);
  return fmt::format("what that means: heddle explain {}", word);
}

} // namespace

void printText(llvm::raw_ostream &out, const Result &result, const support::SourceText &sources,
               const TextOptions &options) {
  const Paint paint(options.colour);
  for (const Finding &finding : result.findings) {
    // The races behind a bug are listed after it; their runs say little that the bug's does not.
    TextOptions shape = options;
    shape.brief |= !options.whole && finding.kind == "data-race" &&
                   result.findings.front().kind != "data-race";
    out << textOfFinding(finding, sources, shape) << (options.headlines ? "" : "\n");
  }
  if (result.inspection)
    out << textOfInspection(*result.inspection, sources, options);
  if (result.pairs)
    out << textOfPairs(*result.pairs, sources, options);
  if (result.diff)
    out << textOfDiff(*result.diff, sources, options);
  if (result.defuse)
    out << textOfDefuse(*result.defuse, options);
  if (!result.explanations.empty())
    out << textOfExplanations(result.explanations, options);
  if (result.reach)
    out << textOfReach(*result.reach, options);
  if (result.pairOutcomes)
    out << textOfOutcomes(*result.pairOutcomes, options);
  out << textOfAllIncomplete(result, options, paint);
  for (const std::string &note : result.notes)
    out << paint.bold("note:") << " " << note << "\n";
  if (result.phases.size() > 1)
    out << textOfPhases(result);
  if (result.raceFree)
    out << textOfRaceFreedom(*result.raceFree);
  if (options.stats)
    out << "figures:\n" << allFigures(result.stats, !result.pairs && !result.diff);
  if (result.verdict != Verdict::None || result.defuse)
    out << figures(result, paint);
  if (options.hint)
    out << paint.dim(textOfHint(result)) << "\n";
}

} // namespace heddle::report
