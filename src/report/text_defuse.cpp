// Definition-use pairs as text: each read with the writes that it can see.
#include "report/paint.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {
namespace {

std::string placeText(const std::optional<Place> &place) {
  return place ? shown(*place) : "initial value";
}

class Printer {
public:
  Printer(const DefuseReport &report, const TextOptions &options)
      : report(report), paint(options.colour) {
    for (const DefusePair &pair : report.pairs)
      width = std::max(width, placeText(pair.write).size());
  }

  std::string print() const {
    std::string text;
    for (std::size_t i = 0; i < report.pairs.size();) {
      std::size_t end = i;
      while (end < report.pairs.size() && sameRead(report.pairs[i], report.pairs[end]))
        ++end;
      text += printRead(i, end);
      i = end;
    }
    for (const DefuseInvariant &one : report.invariants)
      text += printInvariant(one);
    if (!report.invariants.empty())
      text += "\n";
    return text + printSummary();
  }

private:
  static bool sameRead(const DefusePair &a, const DefusePair &b) {
    return shown(a.read) == shown(b.read) && a.variable == b.variable;
  }

  std::string printRead(std::size_t begin, std::size_t end) const {
    const DefusePair &first = report.pairs[begin];
    std::string text =
        fmt::format("{}: {} reads {}\n", paint.bold(shown(first.read)),
                    support::printable(first.read.function), support::printable(first.variable));
    std::size_t hidden = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const DefusePair &pair = report.pairs[i];
      if (pair.status == "infeasible" && !report.showsAll) {
        ++hidden;
        continue;
      }
      const std::string status = pair.status == "open"         ? paint.warning("open      ")
                                 : pair.status == "infeasible" ? paint.dim("infeasible")
                                                               : fmt::format("{:<10}", pair.status);
      text += fmt::format("  from {:<{}}  {}  {}\n", placeText(pair.write), width, status,
                          pair.status == "open" ? pair.why : pair.test);
    }
    if (hidden)
      text += paint.dim(
          fmt::format("  and from {} other write{} never\n", hidden, hidden == 1 ? "" : "s"));
    return text + "\n";
  }

  std::string printInvariant(const DefuseInvariant &one) const {
    std::string text = fmt::format("{}: {} [{}] {}\n", shown(one.read), paint.warning("invariant"),
                                   one.kind, one.why);
    for (const std::size_t number : one.pairs) {
      const DefusePair &pair = report.pairs[number];
      text += fmt::format("    from {}: {}\n", placeText(pair.write), pair.test);
    }
    return text;
  }

  std::string printSummary() const {
    const auto covered = std::ranges::count_if(report.branchPairs, &DefuseBranchPair::isCovered);
    std::string text =
        fmt::format("branch pairs: {} of {} covered\n", covered, report.branchPairs.size());
    for (const DefuseBranchPair &one : report.branchPairs)
      if (!one.isCovered && report.showsAll)
        text += fmt::format("  {} {} with {} {} was not covered\n", shown(one.write),
                            one.writeSide ? "true" : "false", shown(one.read),
                            one.readSide ? "true" : "false");
    text += fmt::format(
        "executions: {} guided, {} completing{}; {} of {} inferred pairs replayed{}\n",
        report.guided, report.completing,
        report.searched ? fmt::format(", {} in a search of all", report.searched) : "",
        report.replayed, report.inferred,
        report.inferred ? fmt::format(" ({:.0f} %)", 100.0 * static_cast<double>(report.replayed) /
                                                         static_cast<double>(report.inferred))
                        : "");
    if (!report.database.empty())
      text += fmt::format("database: {} (ask it with 'heddle query')\n", report.database);
    return text;
  }

  const DefuseReport &report;
  const Paint paint;
  std::size_t width = 0;
};

} // namespace

std::string textOfDefuse(const DefuseReport &report, const TextOptions &options) {
  return Printer(report, options).print();
}

} // namespace heddle::report
