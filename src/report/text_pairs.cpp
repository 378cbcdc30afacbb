// Pairs of accesses as text: by variable, each with both places, and what may go wrong below.
#include "report/paint.h"
#include "report/pair_groups.h"
#include "report/pairs.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace heddle::report {
namespace {

class Printer {
public:
  Printer(const PairReport &report, const support::SourceText &sources, const TextOptions &options)
      : report(report), sources(sources), options(options), paint(options.colour) {
    for (const AccessPair &pair : report.pairs)
      for (const PairSide *side : {&pair.a, &pair.b}) {
        places = std::max(places, support::displayWidth(shown(side->place)));
        threads = std::max(threads, support::displayWidth(side->thread));
      }
    threads = std::min(threads, 24u);
  }

  std::string print() const {
    if (options.headlines)
      return printHeadlines() + printSummary();
    std::string text = printThreads() + printDeadlocks() + printWaits();
    for (const PairGroup &group : groupsOf(report))
      text += printGroup(group);
    return text + printSummary();
  }

private:
  /// A line for each that may go wrong, as a compiler warns.
  std::string printHeadlines() const {
    std::string text;
    for (const Finding &one : candidatesOf(report))
      text += fmt::format("{}: {} {} [{}]\n", shown(one.place), paint.warning("warning:"),
                          support::printable(one.message), one.kind);
    return text;
  }

  std::string printThreads() const {
    std::string text = paint.bold("threads:") + "\n";
    unsigned width = 0;
    for (const StaticThread &thread : report.threads)
      width = std::max(width, support::displayWidth(thread.name));
    for (const StaticThread &thread : report.threads) {
      if (!thread.creation) {
        text += "  " + support::printable(thread.name) + "\n";
        continue;
      }
      text += fmt::format("  {}  created at {}{}\n", support::fit(thread.name, width),
                          shown(*thread.creation), thread.isMany ? ", perhaps several times" : "");
    }
    return text + "\n";
  }

  /// Of many pairs, those between the same two places are shown once.
  std::string printGroup(const PairGroup &group) const {
    constexpr std::size_t most = 12;
    constexpr std::size_t mostOfMany = 3;
    std::vector<const AccessPair *> shownOnes;
    for (std::size_t i = group.from; i < group.to; ++i)
      if (!report.pairs[i].isProtected || report.showsAll)
        shownOnes.push_back(&report.pairs[i]);
    const std::size_t hidden = group.to - group.from - shownOnes.size();
    const bool areMany = shownOnes.size() > most && !report.showsAll;
    std::set<std::tuple<std::string, std::string, std::string>> met;
    std::size_t printed = 0;
    std::string rows;
    for (const AccessPair *pair : shownOnes) {
      if (areMany && (printed == mostOfMany ||
                      !met.emplace(pair->kind, shown(pair->a.place), shown(pair->b.place)).second))
        continue;
      ++printed;
      rows += printPair(*pair);
    }
    if (printed < shownOnes.size())
      rows += fmt::format("      … and {} more (--all)\n", shownOnes.size() - printed);
    std::string heading =
        fmt::format("{}: {}", paint.bold(support::printable(report.pairs[group.from].variable)),
                    support::counted(group.to - group.from, "pair"));
    if (group.races != 0)
      heading += ", " + paint.warning(fmt::format("{} unprotected", group.races));
    if (hidden != 0)
      heading += fmt::format(" ({} protected, not shown)", hidden);
    return heading + "\n" + rows + (rows.empty() ? "" : "\n");
  }

  std::string printPair(const AccessPair &pair) const {
    std::string text;
    const std::string kind =
        isRaceCandidate(pair) ? paint.warning(pair.kind) : std::string(pair.kind);
    text += fmt::format("  {}  {}\n", kind, printSide(pair.a));
    text += fmt::format("      {}\n", printSide(pair.b));
    if (!pair.why.empty())
      text += fmt::format("      {}\n", paint.dim(pair.why));
    return text;
  }

  std::string printSide(const PairSide &side) const {
    std::string row = fmt::format("{}  {}  {}", support::fit(shown(side.place), places),
                                  support::fit(side.thread, threads), verbOf(side));
    if (!side.library.empty())
      row += " in " + support::printable(side.library);
    if (side.caller)
      row += ", called at " + shown(*side.caller);
    if (!side.locks.empty())
      row += fmt::format(", holds {}", fmt::join(side.locks, ", "));
    const auto source =
        side.place.file.empty() ? std::nullopt : sources.line(side.place.file, side.place.line);
    if (!source)
      return row;
    const std::size_t start = source->find_first_not_of(" \t");
    if (start == std::string_view::npos)
      return row;
    const unsigned used = support::displayWidth(row) + 10;
    if (options.width < used + 12)
      return row;
    return row + "  │ " +
           paint.dim(support::cut(support::printable(source->substr(start)), options.width - used));
  }

  std::string printDeadlocks() const {
    std::string text;
    for (const LockCycle &cycle : report.deadlocks) {
      text += paint.warning("possible deadlock:") + "\n";
      for (const LockCycle::Link &link : cycle.links)
        text += fmt::format("  {} holds {} since {}, and wants {} at {}\n", link.thread, link.held,
                            shown(link.heldAt), link.wanted, shown(link.wantedAt));
      text += "\n";
    }
    return text;
  }

  std::string printWaits() const {
    std::string text;
    for (const WaitWarning &warning : report.waits) {
      text += paint.warning(warning.signal ? "possible lost signal:" : "no signal:") + "\n";
      text += fmt::format("  {} waits for {} at {}\n", warning.wait.thread, warning.variable,
                          shown(warning.wait.place));
      if (warning.signal)
        text += fmt::format("  {} signals it at {}, perhaps before that\n", warning.signal->thread,
                            shown(warning.signal->place));
      else
        text += "  nothing signals it\n";
      text += "\n";
    }
    return text;
  }

  std::string printSummary() const {
    std::map<std::string, std::size_t> kinds;
    std::size_t races = 0;
    for (const AccessPair &pair : report.pairs) {
      ++kinds[pair.kind];
      races += isRaceCandidate(pair);
    }
    std::string text = fmt::format("pairs: {} RW ({} unprotected), {} MM, {} WM, {} WN",
                                   kinds["RW"], races, kinds["MM"], kinds["WM"], kinds["WN"]);
    if (!report.deadlocks.empty())
      text += "; " + support::counted(report.deadlocks.size(), "possible deadlock");
    if (report.inside != 0)
      text += fmt::format("; {} inside of libraries not shown (--libraries)", report.inside);
    if (!report.waits.empty())
      text += "; " + support::counted(report.waits.size(), "wait") + " that may not end";
    return text + "\n";
  }

  const PairReport &report;
  const support::SourceText &sources;
  const TextOptions &options;
  Paint paint;
  unsigned places = 0;
  unsigned threads = 0;
};

} // namespace

std::string textOfPairs(const PairReport &report, const support::SourceText &sources,
                        const TextOptions &options) {
  return Printer(report, sources, options).print();
}

} // namespace heddle::report
