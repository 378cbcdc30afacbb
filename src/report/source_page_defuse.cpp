// Definition-use pairs as a page: for each variable a matrix of its writes against its reads, each
// cell with its test.
#include "report/source_page.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {
namespace {

using Entry = SourcePage::Entry;
using Heading = SourcePage::Heading;
using Section = SourcePage::Section;

/// Classes of the page's style.
std::string kindOf(const std::string &status) {
  return status == "infeasible" ? "never" : status == "open" ? "open" : "known";
}

/// Where a heading stands, which is added if it is new.
std::size_t numberOf(std::vector<Heading> &headings, const std::optional<Place> &place) {
  const std::string text = place ? brief(*place) : "initial value";
  const auto known = std::ranges::find(headings, text, &Heading::text);
  if (known != headings.end())
    return static_cast<std::size_t>(known - headings.begin());
  headings.push_back({text, place});
  return headings.size() - 1;
}

Entry entryOf(const DefusePair &pair) {
  Entry entry;
  entry.chips.emplace_back(pair.status, kindOf(pair.status));
  if (pair.isRemote)
    entry.chips.emplace_back("of another thread", "");
  entry.lines.push_back(fmt::format("{} reads {} from {}", brief(pair.read), pair.variable,
                                    pair.write ? brief(*pair.write) : "its initial value"));
  if (!pair.why.empty())
    entry.notes.push_back(pair.why);
  entry.test = pair.test;
  entry.marks.push_back(pair.read);
  if (pair.write)
    entry.marks.push_back(*pair.write);
  entry.arrows.push_back({.from = pair.write ? std::size_t{1} : 0,
                          .to = 0,
                          .kind = kindOf(pair.status),
                          .isInitial = !pair.write});
  return entry;
}

std::vector<Section> matricesOf(const DefuseReport &report) {
  std::vector<Section> sections;
  for (const DefusePair &pair : report.pairs) {
    auto section = std::ranges::find(sections, pair.variable, &Section::title);
    if (section == sections.end()) {
      section = sections.insert(sections.end(), Section{});
      section->title = pair.variable;
      section->matrix.emplace();
    }
    SourcePage::Matrix &matrix = *section->matrix;
    const std::size_t row = numberOf(matrix.rows, pair.write);
    const std::size_t column = numberOf(matrix.columns, pair.read);
    matrix.cells.resize(matrix.rows.size());
    for (auto &cells : matrix.cells)
      cells.resize(matrix.columns.size());
    matrix.cells[row][column] = section->entries.size();
    section->entries.push_back(entryOf(pair));
  }
  for (Section &section : sections)
    section.note = support::counted(section.matrix->rows.size(), "write") + ", " +
                   support::counted(section.matrix->columns.size(), "read");
  return sections;
}

Section invariantsOf(const DefuseReport &report) {
  Section section{
      .title = "Habits that executions break", .note = "", .entries = {}, .matrix = std::nullopt};
  for (const DefuseInvariant &one : report.invariants) {
    Entry entry;
    entry.chips.emplace_back(one.kind, "open");
    entry.lines.push_back(fmt::format("{} reads {}", brief(one.read), one.variable));
    entry.notes.push_back(one.why);
    entry.marks.push_back(one.read);
    for (const std::size_t number : one.pairs) {
      const DefusePair &pair = report.pairs[number];
      entry.lines.push_back(fmt::format("from {}: heddle replay {}",
                                        pair.write ? brief(*pair.write) : "its initial value",
                                        pair.test));
      if (pair.write)
        entry.marks.push_back(*pair.write);
      entry.arrows.push_back({.from = pair.write ? entry.marks.size() - 1 : 0,
                              .to = 0,
                              .kind = "known",
                              .isInitial = !pair.write});
    }
    section.entries.push_back(std::move(entry));
  }
  return section;
}

Section branchPairsOf(const DefuseReport &report) {
  Section section{.title = "Branch pairs", .note = "", .entries = {}, .matrix = std::nullopt};
  const auto side = [](bool isTrue) { return isTrue ? "true" : "false"; };
  for (const DefuseBranchPair &one : report.branchPairs) {
    Entry entry;
    entry.chips.emplace_back(one.isCovered ? "covered" : "not covered",
                             one.isCovered ? "known" : "open");
    entry.lines.push_back(fmt::format("{} {} with {} {}", brief(one.write), side(one.writeSide),
                                      brief(one.read), side(one.readSide)));
    entry.marks = {one.write, one.read};
    entry.arrows.push_back({.from = 0, .to = 1, .kind = one.isCovered ? "known" : "open"});
    section.entries.push_back(std::move(entry));
  }
  section.note = fmt::format(
      "{} of {} covered", std::ranges::count_if(report.branchPairs, &DefuseBranchPair::isCovered),
      report.branchPairs.size());
  return section;
}

/// What executions met on the way.
Section findingsOf(const Result &result) {
  Section section{
      .title = "Bugs met on the way", .note = "", .entries = {}, .matrix = std::nullopt};
  for (const Finding &finding : result.findings) {
    Entry entry;
    entry.chips.emplace_back(finding.kind, "found");
    entry.lines.push_back(fmt::format("{}: {}", brief(finding.place), finding.message));
    entry.test = finding.test;
    entry.marks.push_back(finding.place);
    section.entries.push_back(std::move(entry));
  }
  return section;
}

} // namespace

SourcePage sourcePageOf(const DefuseReport &defuse, const Result &result) {
  SourcePage page;
  const auto countOf = [&](auto isOne) { return std::ranges::count_if(defuse.pairs, isOne); };
  const auto never = countOf([](const DefusePair &one) { return one.status == "infeasible"; });
  const auto open = countOf([](const DefusePair &one) { return one.status == "open"; });
  const auto possible = static_cast<std::ptrdiff_t>(defuse.pairs.size()) - never - open;
  page.badge = !result.findings.empty() ? "bug" : open != 0 ? "incomplete" : "complete";
  page.badgeKind = !result.findings.empty() ? "bug" : open != 0 ? "unknown" : "safe";
  page.message = fmt::format("{} of {} pairs of a write and a read are possible", possible,
                             defuse.pairs.size());
  page.about = fmt::format(
      "{} never, {} open. Writes stand down, reads across; a cell opens the test of its "
      "pair.",
      never, open);
  page.sections.push_back(findingsOf(result));
  for (Section &section : matricesOf(defuse))
    page.sections.push_back(std::move(section));
  page.sections.push_back(invariantsOf(defuse));
  page.sections.push_back(branchPairsOf(defuse));
  std::erase_if(page.sections, [](const Section &one) { return one.entries.empty(); });
  return page;
}

} // namespace heddle::report
