// Differences of two versions as text: what is possible in one of them, with both source lines, and
// what forbids it in the other.
#include "report/diff.h"
#include "report/paint.h"
#include "report/text.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <tuple>

namespace heddle::report {
namespace {

class Printer {
public:
  Printer(const DiffReport &report, const support::SourceText &sources, const TextOptions &options)
      : report(report), sources(sources), options(options), paint(options.colour) {}

  /// Who waits for whom first: it explains much of what data can do; then what comes of it, and
  /// last locks of which nothing may come.
  std::string print() const {
    std::string text;
    for (const DiffLockCycle &one : report.lockOrder)
      text += printCycle(one);
    for (const DiffThread &one : report.threads)
      text += fmt::format("{}: the thread that runs {} is {} at {}\n{}", onlyIn(one.onlyIn),
                          support::printable(one.routine), one.kind, shown(one.place),
                          options.headlines ? "" : "\n");
    std::size_t apart = 0;
    for (const DiffDifference &one : report.differences)
      apart += one.counts || one.status == "refuted" ? 0 : 1;
    for (const std::vector<const DiffDifference *> &group : groups())
      text += printGroup(group);
    for (const std::vector<const DiffExclusion *> &group : exclusions())
      text += printExclusions(group);
    text += printStatements();
    text += printApart(apart);
    text += printRelations();
    return text;
  }

private:
  std::string onlyIn(const std::string &side) const {
    return paint.bold(fmt::format("only in the {} version", side));
  }

  /// Those of one variable, together.
  std::vector<std::vector<const DiffExclusion *>> exclusions() const {
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    std::vector<std::vector<const DiffExclusion *>> result;
    for (const DiffExclusion &one : report.exclusion) {
      const auto [found, isNew] =
          known.try_emplace({one.kind, one.onlyIn, one.variable}, result.size());
      if (isNew)
        result.emplace_back();
      result[found->second].push_back(&one);
    }
    return result;
  }

  static std::string_view headlineOf(const DiffExclusion &one) {
    if (one.kind == "split")
      return "another thread may come in between";
    if (one.kind == "order")
      return "nothing orders two threads";
    if (one.kind == "wake-up")
      return "waiting threads are woken";
    if (one.kind == "count")
      return "more threads may go on";
    return one.kind == "condition" ? "a condition is not asked" : "no lock keeps two threads apart";
  }

  /// The first, and where the others are.
  std::string printExclusions(const std::vector<const DiffExclusion *> &group) const {
    const std::size_t count = options.whole ? group.size() : 1;
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += printExclusion(*group[i]);
    if (count == group.size())
      return text;
    if (!options.headlines)
      text.pop_back(); // It belongs to what stands above.
    return text + fmt::format("  and {} of {} (--verbose shows them)\n{}",
                              support::counted(group.size() - count, "more set") + " of accesses",
                              support::printable(group.front()->variable),
                              options.headlines ? "" : "\n");
  }

  std::string printExclusion(const DiffExclusion &one) const {
    std::string text =
        fmt::format("{}: {} [{}]\n", onlyIn(one.onlyIn), paint.warning(headlineOf(one)), one.kind);
    text += "  " + support::printable(sentenceOf(one)) + "\n";
    if (!options.headlines)
      for (const DiffExclusion::Access &access : one.accesses)
        text += line(access.place, access.thread);
    for (const std::string &row : support::wrap(one.why, std::max(40U, options.width - 4)))
      text += "    " + paint.dim(support::printable(row)) + "\n";
    return text + (options.headlines ? "" : "\n");
  }

  /// What is known to happen first, and alike next to each other: data flows from one write, or
  /// sets of as many.
  std::vector<std::vector<const DiffDifference *>> groups() const {
    using Key = std::tuple<std::string, std::string, std::string>;
    std::vector<std::vector<const DiffDifference *>> result;
    for (const std::string_view status : {"confirmed", "open", "refuted"}) {
      std::map<Key, std::size_t> known;
      for (const DiffDifference &one : report.differences) {
        if (one.status != status || !(one.counts || one.status == "refuted"))
          continue;
        const DiffEdge &edge = one.edges.front();
        const std::string from = one.rank > 1 ? fmt::format("{} of one execution", one.rank)
                                 : edge.write ? shown(*edge.write)
                                              : "initial value of " + edge.variable;
        const auto [found, isNew] =
            known.try_emplace({one.onlyIn, one.relation, from}, result.size());
        if (isNew)
          result.emplace_back();
        result[found->second].push_back(&one);
      }
    }
    return result;
  }

  /// Of many that are alike the first, and where the others are.
  std::string printGroup(const std::vector<const DiffDifference *> &group) const {
    constexpr std::size_t most = 3;
    constexpr std::size_t mostPlaces = 8;
    const bool isWhole = options.whole || group.size() <= most;
    const std::size_t count = isWhole ? group.size() : group.front()->rank > 1 ? most : 1;
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += printDifference(*group[i]);
    if (isWhole)
      return text;
    if (!options.headlines)
      text.pop_back(); // It belongs to what stands above.
    if (group.front()->rank > 1)
      return text +
             fmt::format("  and {} (--verbose shows them)\n{}",
                         support::counted(group.size() - count, "more set") + " of data flows",
                         options.headlines ? "" : "\n");
    std::vector<std::string> places;
    for (std::size_t i = count; i < std::min(group.size(), count + mostPlaces); ++i)
      places.push_back(fmt::format("{} at {}", group[i]->edges.front().variable,
                                   shown(group[i]->edges.front().read)));
    if (group.size() > count + mostPlaces)
      places.push_back(
          fmt::format("{} more (--verbose shows them)", group.size() - count - mostPlaces));
    const std::string rest = fmt::format("and likewise: {}", fmt::join(places, ", "));
    for (const std::string &line : support::wrap(rest, std::max(40U, options.width - 4)))
      text += "  " + support::printable(line) + "\n";
    return text + (options.headlines ? "" : "\n");
  }

  std::string printDifference(const DiffDifference &one) const {
    std::string text = onlyIn(one.onlyIn);
    if (one.rank > 1)
      text += fmt::format(", in one execution and in this order");
    text += fmt::format(":{}\n", one.status == "open" ? "" : " " + paint.warning(one.status));
    for (const DiffEdge &edge : one.edges)
      text += printEdge(edge, one.relation);
    for (const std::string *sentence : {&one.why, &one.shown}) {
      if (sentence->empty())
        continue;
      for (const std::string &line : support::wrap(*sentence, std::max(40U, options.width - 4)))
        text += "    " + paint.dim(support::printable(line)) + "\n";
    }
    if (!one.test.empty())
      text += fmt::format("    heddle replay {}\n", one.test);
    return text + (options.headlines ? "" : "\n");
  }

  std::string printEdge(const DiffEdge &edge, const std::string &relation) const {
    std::string text = "  " + support::printable(sentenceOf(edge, relation)) + "\n";
    if (options.headlines)
      return text;
    if (edge.write)
      text += line(*edge.write, edge.writer);
    return text + line(edge.read, edge.reader);
  }

  std::string line(const Place &place, const std::string &thread) const {
    std::string row = fmt::format("    {}  {}", shown(place), support::printable(thread));
    const auto source = place.file.empty() ? std::nullopt : sources.line(place.file, place.line);
    const std::size_t start = source ? source->find_first_not_of(" \t") : std::string_view::npos;
    if (start != std::string_view::npos) {
      const unsigned used = support::displayWidth(row) + 4;
      if (options.width > used + 12)
        row += "  │ " + paint.dim(support::cut(support::printable(source->substr(start)),
                                               options.width - used));
    }
    return row + "\n";
  }

  std::string printCycle(const DiffLockCycle &one) const {
    std::string text = fmt::format("{}: {} [lock-order]\n", onlyIn(one.onlyIn),
                                   paint.warning("locks taken in a circle"));
    for (const LockCycle::Link &link : one.cycle.links)
      text += fmt::format("    {} holds {} since {}, and wants {} at {}\n", link.thread, link.held,
                          shown(link.heldAt), link.wanted, shown(link.wantedAt));
    return text + "    " + paint.dim(one.why) + "\n\n";
  }

  std::string printStatements() const {
    if (report.statements.empty() || options.headlines)
      return "";
    constexpr std::size_t most = 20;
    std::string text;
    std::size_t count = 0;
    for (const DiffStatement &one : report.statements) {
      if (++count > most && !options.whole)
        continue;
      text += fmt::format("  {} {}: {}\n", one.onlyIn == "new" ? "+" : "-", shown(one.place),
                          support::printable(one.what));
    }
    if (count > most && !options.whole)
      text += fmt::format("  … and {} more (--verbose)\n", count - most);
    return paint.bold("statements added and removed:") + "\n" + text + "\n";
  }

  /// What only added and removed statements see.
  std::string printApart(std::size_t count) const {
    if (!count || options.headlines)
      return "";
    if (!options.whole)
      return fmt::format("{} of added and removed reads, not counted (--verbose shows them)\n\n",
                         support::counted(count, "data flow"));
    std::string text = paint.bold("data flows of added and removed reads, not counted:") + "\n";
    for (const DiffDifference &one : report.differences)
      if (!one.counts && one.status != "refuted")
        for (const DiffEdge &edge : one.edges)
          text += fmt::format("  {} {}\n", one.onlyIn == "new" ? "+" : "-",
                              support::printable(sentenceOf(edge, one.relation)));
    return text + "\n";
  }

  std::string printRelations() const {
    std::string text;
    for (const DiffRelation &one : report.relations) {
      text += fmt::format("{} ({} version), {}:\n", paint.bold(one.name), one.side,
                          support::counted(one.rows.size(), "tuple"));
      for (const std::vector<std::string> &row : one.rows)
        text += support::printable(fmt::format("  {}", fmt::join(row, "\t"))) + "\n";
    }
    return text;
  }

  const DiffReport &report;
  const support::SourceText &sources;
  const TextOptions &options;
  Paint paint;
};

} // namespace

std::string textOfDiff(const DiffReport &report, const support::SourceText &sources,
                       const TextOptions &options) {
  return Printer(report, sources, options).print();
}

} // namespace heddle::report
