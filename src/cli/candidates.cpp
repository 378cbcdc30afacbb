#include "cli/candidates.h"

#include "analysis/callers_apart.h"
#include "analysis/study.h"
#include "report/inspection.h"
#include "report/pairs.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace heddle::cli {
namespace {

/// What of a library does it is told where the user calls it, as the VM tells it.
report::Place placeOf(const report::PairSide &side) {
  return side.caller && !side.library.empty() ? *side.caller : side.place;
}

std::string keyAt(const program::Program &program, program::LocationId location) {
  return location == program::noLocation ? std::string()
                                         : keyOf(report::placeOf(program, location));
}

} // namespace

std::string keyOf(const report::Place &place) {
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

std::vector<Candidate> candidatesOf(const report::PairReport &report) {
  std::vector<Candidate> all;
  std::set<std::pair<vm::FaultKind, Places>> known;
  const auto add = [&](vm::FaultKind kind, std::vector<report::Place> sides) {
    Candidate one{kind, {}, std::move(sides), {}};
    for (const report::Place &side : one.sides)
      one.places.push_back(keyOf(side));
    std::ranges::sort(one.places);
    if (known.insert({one.kind, one.places}).second)
      all.push_back(std::move(one));
  };
  for (const report::LockCycle &cycle : report.deadlocks) {
    std::vector<report::Place> sides;
    for (const report::LockCycle::Link &link : cycle.links)
      sides.push_back(link.wantedAt);
    add(vm::FaultKind::Deadlock, std::move(sides));
  }
  for (const report::AccessPair &pair : report.pairs)
    if (report::isRaceCandidate(pair))
      add(vm::FaultKind::DataRace, {placeOf(pair.a), placeOf(pair.b)});
  return all;
}

support::Outcome<std::vector<Candidate>> candidatesIn(const program::Program &program) {
  const auto apart = analysis::withCallersApart(program);
  if (!apart)
    return apart.failure();
  const analysis::Study study(*apart);
  const analysis::AccessPairs found = study.findPairs({});
  return cli::candidatesOf(report::reportPairs(study, found, {}));
}

bool isMeant(const Candidate &one, const vm::Fault &fault, const program::Program &program) {
  if (fault.kind != one.kind)
    return false;
  Places places;
  if (fault.kind == vm::FaultKind::Deadlock) {
    for (const auto &[thread, location] : fault.blocked)
      places.push_back(keyAt(program, location));
    std::ranges::sort(places);
    // Who waits behind the circle is blocked too.
    return std::ranges::includes(places, one.places);
  }
  places = {keyAt(program, fault.location), keyAt(program, fault.other)};
  std::ranges::sort(places);
  return places == one.places;
}

std::vector<analysis::Goal> goalsOf(const Candidate &one, const program::Program &program) {
  std::vector<analysis::Goal> goals;
  for (const report::Place &side : one.sides) {
    analysis::Goal goal{keyOf(side), {}};
    for (program::LocationId id = 0; id < program.locations().size(); ++id)
      if (const program::Location &at = program.location(id); at.kind != program::OpKind::None &&
                                                              at.line == side.line &&
                                                              keyAt(program, id) == goal.name)
        goal.places.push_back(id);
    if (goal.places.empty())
      return {};
    goals.push_back(std::move(goal));
  }
  return goals;
}

} // namespace heddle::cli
