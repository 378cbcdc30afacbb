#include "report/diff.h"

#include "report/inspection.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace heddle::report {
namespace {

Place placeIn(const program::Program &program, program::LocationId at) {
  if (at == program::noLocation)
    return {};
  program::Place place = program.place(at);
  return {std::move(place.file),     place.line, place.column,
          std::move(place.function), false,      place.instruction};
}

std::optional<Place> maybeIn(const program::Program &program, program::LocationId at) {
  if (at == program::noLocation)
    return std::nullopt;
  return placeIn(program, at);
}

class Reporter {
public:
  Reporter(const program::Program &old, const program::Program &current)
      : programs{&old, &current} {}

  DiffReport report(const diff::Comparison &comparison) const {
    DiffReport result;
    result.rank = comparison.rank;
    result.firstRank = comparison.firstRank;
    result.relationship = diff::name(diff::relationshipOf(comparison));
    for (const diff::Difference &one : comparison.differences)
      result.differences.push_back(difference(one));
    for (const diff::LockCycleDifference &one : comparison.lockOrder)
      result.lockOrder.push_back(cycle(one));
    for (const diff::ThreadDifference &one : comparison.threads)
      result.threads.push_back(
          {one.kind == diff::ThreadDifference::Kind::Created ? "created" : "joined",
           std::string(diff::name(one.onlyIn)), one.routine, placeIn(in(one.onlyIn), one.at),
           placeIn(in(one.onlyIn), one.creation)});
    for (const diff::ExclusionDifference &one : comparison.exclusion)
      result.exclusion.push_back(exclusion(one));
    for (const diff::StatementChange &one : comparison.statements)
      result.statements.push_back(
          {std::string(diff::name(one.onlyIn)), one.what, placeIn(in(one.onlyIn), one.at)});
    for (const diff::DerivedRelation &one : comparison.derived)
      result.relations.push_back({std::string(diff::name(one.side)), one.name, one.rows});
    return result;
  }

  Incomplete gap(const diff::Gap &gap) const {
    return {gap.reason, fmt::format("{} version: {}", diff::name(gap.side), gap.detail),
            placeIn(in(gap.side), gap.at)};
  }

private:
  const program::Program &in(diff::Side side) const {
    return *programs[static_cast<std::size_t>(side)];
  }

  DiffDifference difference(const diff::Difference &one) const {
    DiffDifference result;
    result.onlyIn = diff::name(one.onlyIn);
    result.rank = one.rank;
    result.relation = one.relation == diff::RelationKind::ReadsFrom ? "rf" : "so";
    result.status = diff::name(one.status);
    result.test = one.test;
    result.why = one.why;
    result.shown = one.shown;
    result.isApart = one.isApart;
    result.counts = one.counts();
    const program::Program &here = in(one.onlyIn);
    const program::Program &there = in(diff::otherSide(one.onlyIn));
    for (const diff::Edge &edge : one.edges)
      result.edges.push_back(
          {edge.variable, edge.isInitial ? std::nullopt : maybeIn(here, edge.write),
           placeIn(here, edge.read), edge.writer, edge.reader, maybeIn(there, edge.writeElsewhere),
           maybeIn(there, edge.readElsewhere)});
    return result;
  }

  DiffLockCycle cycle(const diff::LockCycleDifference &one) const {
    DiffLockCycle result;
    result.onlyIn = diff::name(one.onlyIn);
    result.why = one.why;
    const program::Program &here = in(one.onlyIn);
    for (const diff::LockCycleDifference::Link &link : one.links)
      result.cycle.links.push_back({link.thread, link.held, link.wanted, placeIn(here, link.heldAt),
                                    placeIn(here, link.wantedAt)});
    return result;
  }

  DiffExclusion exclusion(const diff::ExclusionDifference &one) const {
    DiffExclusion result;
    result.kind = diff::name(one.kind);
    result.onlyIn = diff::name(one.onlyIn);
    result.variable = one.variable;
    result.why = one.why;
    for (const diff::ExclusionDifference::Access &access : one.accesses)
      result.accesses.push_back({placeIn(in(one.onlyIn), access.at),
                                 maybeIn(in(diff::otherSide(one.onlyIn)), access.elsewhere),
                                 access.thread, access.what});
    return result;
  }

  const program::Program *programs[2];
};

constexpr std::array<Kind, 4> allKinds = {{
    {"data-flow-difference",
     "A read may get a value in one version that it cannot get in the other.", 0},
    {"lock-order-difference", "Locks can be taken in a circle in one version alone.", 833},
    {"thread-difference", "A thread is created, or waited for, in one version alone.", 0},
    {"exclusion-difference",
     "Locks, orders, conditions or wake-ups forbid something in one version alone.", 667},
}};

/// On the new version where there is a place of it.
Finding candidate(std::string_view kind, std::string message, Place place) {
  Finding finding;
  finding.kind = kind;
  finding.message = std::move(message);
  finding.place = std::move(place);
  return finding;
}

void take(Finding &finding, const Place &place, std::string role) {
  Participant participant;
  participant.place = place;
  participant.role = std::move(role);
  finding.participants.push_back(std::move(participant));
}

} // namespace

DiffReport reportDiff(const diff::Comparison &comparison, const program::Program &old,
                      const program::Program &current) {
  return Reporter(old, current).report(comparison);
}

std::vector<Incomplete> gapsOf(const diff::Comparison &comparison, const program::Program &old,
                               const program::Program &current) {
  const Reporter reporter(old, current);
  std::vector<Incomplete> result;
  for (const diff::Gap &gap : diff::gapsOf(comparison))
    result.push_back(reporter.gap(gap));
  return result;
}

std::span<const Kind> diffKinds() {
  return allKinds;
}

std::optional<std::size_t> diffKindNumber(std::string_view name) {
  const auto *const found = std::ranges::find(allKinds, name, &Kind::name);
  if (found == allKinds.end())
    return std::nullopt;
  return static_cast<std::size_t>(found - allKinds.begin());
}

std::string sentenceOf(const DiffEdge &edge, const std::string &relation) {
  if (relation == "so")
    return fmt::format("{} is written at {} before it is at {}", edge.variable,
                       shown(edge.write.value_or(Place{})), shown(edge.read));
  if (!edge.write)
    return fmt::format("{} at {} reads the initial value", edge.variable, shown(edge.read));
  return fmt::format("{} at {} reads what was written at {}", edge.variable, shown(edge.read),
                     shown(*edge.write));
}

std::string sentenceOf(const DiffExclusion &one) {
  const auto at = [&](std::size_t number) {
    const DiffExclusion::Access &access = one.accesses[number];
    return fmt::format("the {} at {}", access.what, shown(access.place));
  };
  const auto isSame = [](const DiffExclusion::Access &a, const DiffExclusion::Access &b) {
    return shown(a.place) == shown(b.place) && a.what == b.what;
  };
  if (one.kind == "split" && isSame(one.accesses[0], one.accesses[1]))
    return fmt::format("between {} and the next round may come {}", at(0), at(2));
  if (one.kind == "split")
    return fmt::format("between {} and {} may come {}", at(0), at(1), at(2));
  if (one.kind == "order")
    return fmt::format("{} and {} may come in either order", at(0), at(1));
  if (one.kind == "wake-up" || one.kind == "count")
    return fmt::format("{} at {}", one.accesses[0].what, shown(one.accesses[0].place));
  if (one.kind == "condition")
    return fmt::format("{} does not hang on {}", at(0), one.variable);
  return fmt::format("{} and {} may overlap", at(0), at(1));
}

std::vector<Finding> candidatesOf(const DiffReport &report) {
  std::vector<Finding> result;
  for (const DiffDifference &one : report.differences) {
    if (!one.counts)
      continue;
    std::string message = fmt::format("only in the {} version: ", one.onlyIn);
    for (std::size_t i = 0; i < one.edges.size(); ++i)
      message += (i ? ", then " : "") + sentenceOf(one.edges[i], one.relation);
    if (!one.why.empty())
      message += "; " + one.why;
    const DiffEdge &last = one.edges.back();
    const bool isNew = one.onlyIn == "new";
    Finding finding = candidate("data-flow-difference", std::move(message),
                                isNew ? last.read : last.readElsewhere.value_or(last.read));
    for (const DiffEdge &edge : one.edges) {
      const std::optional<Place> write = isNew ? edge.write : edge.writeElsewhere;
      if (write)
        take(finding, *write, "write of " + edge.variable);
      take(finding, isNew ? edge.read : edge.readElsewhere.value_or(edge.read),
           "read of " + edge.variable);
    }
    result.push_back(std::move(finding));
  }
  for (const DiffLockCycle &one : report.lockOrder) {
    Finding finding =
        candidate("lock-order-difference",
                  fmt::format("only in the {} version: locks may be taken in a circle", one.onlyIn),
                  one.cycle.links.empty() ? Place{} : one.cycle.links.front().wantedAt);
    for (const LockCycle::Link &link : one.cycle.links)
      take(finding, link.wantedAt, fmt::format("wants {}, holds {}", link.wanted, link.held));
    result.push_back(std::move(finding));
  }
  for (const DiffThread &one : report.threads)
    result.push_back(candidate("thread-difference",
                               fmt::format("only in the {} version: the thread that runs {} is {}",
                                           one.onlyIn, one.routine, one.kind),
                               one.place));
  for (const DiffExclusion &one : report.exclusion) {
    const auto placeOf = [&](const DiffExclusion::Access &access) {
      return one.onlyIn == "new" ? access.place : access.elsewhere.value_or(access.place);
    };
    Finding finding = candidate(
        "exclusion-difference",
        fmt::format("only in the {} version: {}; {}", one.onlyIn, sentenceOf(one), one.why),
        placeOf(one.accesses.front()));
    for (const DiffExclusion::Access &access : one.accesses)
      take(finding, placeOf(access), access.what);
    result.push_back(std::move(finding));
  }
  return result;
}

} // namespace heddle::report
