// Pairs of accesses as a page: by variable, with both places and what keeps them apart.
#include "report/pair_groups.h"
#include "report/source_page.h"
#include "support/layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::report {
namespace {

using Entry = SourcePage::Entry;
using Section = SourcePage::Section;

std::string sideText(const PairSide &side) {
  std::string text = fmt::format("{}: {} {}", brief(side.place), side.thread, verbOf(side));
  if (!side.library.empty())
    text += " in " + side.library;
  if (side.caller)
    text += ", called at " + brief(*side.caller);
  return text + (side.locks.empty() ? "" : fmt::format(", holds {}", fmt::join(side.locks, ", ")));
}

Entry entryOf(const AccessPair &pair) {
  Entry entry;
  entry.chips.emplace_back(pair.kind, "");
  const bool isCandidate = isRaceCandidate(pair);
  if (isCandidate)
    entry.chips.emplace_back("unprotected", "found");
  else if (pair.isProtected)
    entry.chips.emplace_back("protected", "known");
  entry.lines = {sideText(pair.a), sideText(pair.b)};
  if (!pair.why.empty())
    entry.notes.push_back(pair.why);
  entry.marks = {pair.a.place, pair.b.place};
  entry.arrows.push_back({.from = 0,
                          .to = 1,
                          .kind = isCandidate        ? "found"
                                  : pair.isProtected ? "known"
                                                     : "open",
                          .isEven = true});
  return entry;
}

Section deadlocksOf(const PairReport &report) {
  Section section{.title = "Possible deadlocks",
                  .note = "locks taken in a circle",
                  .entries = {},
                  .matrix = std::nullopt};
  for (const LockCycle &cycle : report.deadlocks) {
    Entry entry;
    entry.chips.emplace_back("deadlock", "found");
    for (const LockCycle::Link &link : cycle.links) {
      entry.lines.push_back(fmt::format("{} holds {} since {}, and wants {} at {}", link.thread,
                                        link.held, brief(link.heldAt), link.wanted,
                                        brief(link.wantedAt)));
      entry.marks.push_back(link.heldAt);
      entry.marks.push_back(link.wantedAt);
      entry.arrows.push_back(
          {.from = entry.marks.size() - 2, .to = entry.marks.size() - 1, .kind = "found"});
    }
    section.entries.push_back(std::move(entry));
  }
  return section;
}

Section waitsOf(const PairReport &report) {
  Section section{
      .title = "Waits that may not end", .note = "", .entries = {}, .matrix = std::nullopt};
  for (const WaitWarning &warning : report.waits) {
    Entry entry;
    entry.chips.emplace_back(warning.signal ? "lost signal" : "no signal", "open");
    entry.lines.push_back(fmt::format("{} waits for {} at {}", warning.wait.thread,
                                      warning.variable, brief(warning.wait.place)));
    entry.marks.push_back(warning.wait.place);
    if (warning.signal) {
      entry.lines.push_back(fmt::format("{} signals it at {}, perhaps before that",
                                        warning.signal->thread, brief(warning.signal->place)));
      entry.marks.push_back(warning.signal->place);
      entry.arrows.push_back({.from = 1, .to = 0, .kind = "open"});
    } else {
      entry.lines.emplace_back("nothing signals it");
    }
    section.entries.push_back(std::move(entry));
  }
  return section;
}

/// What executions said of each question that `--confirm` asked.
Section answersOf(const ReachReport &report) {
  Section section{
      .title = "What executions say", .note = "--confirm", .entries = {}, .matrix = std::nullopt};
  for (const ReachQuestion &question : report.questions) {
    Entry entry;
    entry.chips.emplace_back(question.status, question.status == "confirmed" ? "found"
                                              : question.status == "refuted" ? "known"
                                                                             : "open");
    entry.lines.push_back(
        fmt::format("{} {}", question.message, fmt::join(question.targets, ", ")));
    if (!question.why.empty())
      entry.notes.push_back(question.why);
    entry.test = question.test;
    for (const ReachStep &step : question.steps)
      if (step.what == "the target")
        entry.marks.push_back(step.place);
    section.entries.push_back(std::move(entry));
  }
  return section;
}

} // namespace

SourcePage sourcePageOf(const PairReport &pairs, const Result &result) {
  SourcePage page;
  const auto races = static_cast<std::size_t>(std::ranges::count_if(pairs.pairs, isRaceCandidate));
  const bool isFound = races != 0 || !pairs.deadlocks.empty();
  page.badge = isFound ? "candidates" : result.incomplete.empty() ? "none" : "incomplete";
  page.badgeKind = isFound ? "bug" : result.incomplete.empty() ? "safe" : "unknown";
  page.message =
      fmt::format("{}, {} unprotected", support::counted(pairs.pairs.size(), "pair"), races);
  if (!pairs.deadlocks.empty())
    page.message += "; " + support::counted(pairs.deadlocks.size(), "possible deadlock");
  if (!pairs.waits.empty())
    page.message += "; " + support::counted(pairs.waits.size(), "wait") + " that may not end";
  page.about =
      "Accesses of different threads that conflict and may come in either order, as far as "
      "the source tells.";
  for (const StaticThread &thread : pairs.threads)
    if (thread.creation)
      page.about += fmt::format(" {} is created at {}{}.", thread.name, brief(*thread.creation),
                                thread.isMany ? ", perhaps several times" : "");
  if (result.reach)
    page.sections.push_back(answersOf(*result.reach));
  page.sections.push_back(deadlocksOf(pairs));
  page.sections.push_back(waitsOf(pairs));
  for (const PairGroup &group : groupsOf(pairs)) {
    Section section;
    section.title = pairs.pairs[group.from].variable;
    section.note = support::counted(group.to - group.from, "pair");
    if (group.races != 0)
      section.note += fmt::format(", {} unprotected", group.races);
    // Those that may be races first.
    for (const bool areCandidates : {true, false})
      for (std::size_t i = group.from; i < group.to; ++i)
        if (isRaceCandidate(pairs.pairs[i]) == areCandidates)
          section.entries.push_back(entryOf(pairs.pairs[i]));
    page.sections.push_back(std::move(section));
  }
  std::erase_if(page.sections, [](const Section &one) { return one.entries.empty(); });
  return page;
}

} // namespace heddle::report
