#include "cli/candidates.h"

#include "analysis/call_sites.h"
#include "analysis/callers_apart.h"
#include "report/inspection.h"
#include "report/pairs.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/InstrTypes.h>
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

/// Of each link of a possible deadlock that the report tells.
static std::vector<report::Place> innermost(const analysis::Study &study,
                                            const analysis::DeadlockCandidate &candidate) {
  analysis::CallSites sites(study.program, study.pointers);
  std::vector<report::Place> places;
  for (const analysis::DeadlockCandidate::Link &link : candidate.links) {
    if (link.edges.empty())
      continue;
    const analysis::LockEdge &edge = study.lockOrder.edges()[link.edges.front()];
    const llvm::Instruction *at = edge.takenAt;
    for (auto one = edge.chain.rbegin();
         one != edge.chain.rend() && sites.isLibrary(*at->getFunction()); ++one)
      at = *one;
    places.push_back(report::placeOf(study.program, study.program.locationOf(*at)));
  }
  return places;
}

std::vector<Candidate> candidatesOf(const report::PairReport &report,
                                    const analysis::Study &study) {
  std::vector<Candidate> all;
  std::set<std::pair<vm::FaultKind, Places>> known;
  const auto add = [&](vm::FaultKind kind, std::vector<report::Place> sides,
                       const std::string &variable) {
    Candidate one{kind, {}, std::move(sides), {}, variable, {}};
    for (const report::Place &side : one.sides)
      one.places.push_back(keyOf(side));
    std::ranges::sort(one.places);
    const bool isNew = known.insert({one.kind, one.places}).second;
    if (isNew)
      all.push_back(std::move(one));
    return isNew;
  };
  for (std::size_t i = 0; i < report.deadlocks.size(); ++i) {
    std::vector<report::Place> sides;
    for (const report::LockCycle::Link &link : report.deadlocks[i].links)
      sides.push_back(link.wantedAt);
    if (add(vm::FaultKind::Deadlock, std::move(sides), {}))
      all.back().inner = innermost(study, study.lockOrder.candidates()[i]);
  }
  for (const report::AccessPair &pair : report.pairs)
    if (report::isRaceCandidate(pair))
      add(vm::FaultKind::DataRace, {placeOf(pair.a), placeOf(pair.b)}, pair.variable);
  return all;
}

support::Outcome<std::vector<Candidate>> candidatesIn(const program::Program &program) {
  const auto apart = analysis::withCallersApart(program);
  if (!apart)
    return apart.failure();
  const analysis::Study study(*apart);
  const analysis::AccessPairs found = study.findPairs({});
  return candidatesOf(report::reportPairs(study, found, {}), study);
}

/// Whether threads of their own are at all places from `next` on.
static bool areAt(const Places &places, std::size_t next, const std::vector<Places> &threads,
                  std::set<std::size_t> &taken) {
  if (next == places.size())
    return true;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (std::ranges::count(threads[i], places[next]) == 0 || !taken.insert(i).second)
      continue;
    if (areAt(places, next + 1, threads, taken))
      return true;
    taken.erase(i);
  }
  return false;
}

bool isMeant(const Candidate &one, vm::FaultKind kind, const std::vector<Places> &threads) {
  std::set<std::size_t> taken;
  // Who waits behind the circle of a deadlock is blocked too.
  return kind == one.kind &&
         (kind == vm::FaultKind::Deadlock || threads.size() == one.places.size()) &&
         areAt(one.places, 0, threads, taken);
}

bool isRaceMeant(const Candidate &one, const vm::Fault &fault, const program::Program &program) {
  return isMeant(one, fault.kind,
                 {{keyAt(program, fault.location)}, {keyAt(program, fault.other)}});
}

Places placesOf(const vm::Machine &machine, vm::ThreadId thread, const program::Program &program) {
  Places places;
  for (const vm::Machine::StackEntry &entry : machine.stack(thread))
    places.push_back(keyAt(program, entry.location));
  return places;
}

std::vector<SeenDeadlock> deadlocksAlong(vm::SharedCode &code, const vm::Options &options,
                                         const std::vector<vm::Choice> &path,
                                         const std::vector<vm::InputValue> &inputs) {
  vm::Options plain = options;
  plain.symbolic = false;
  plain.inputs = inputs;
  vm::Machine machine(code, plain);
  machine.start();
  std::vector<SeenDeadlock> seen;
  std::vector<vm::Choice> taken;
  for (auto next = path.begin();; ++next) {
    for (vm::Fault &fault : machine.takeFaults())
      if (fault.kind == vm::FaultKind::Deadlock) {
        SeenDeadlock &one = seen.emplace_back();
        for (const auto &[thread, location] : fault.blocked)
          one.threads.push_back(placesOf(machine, thread, code.program()));
        one.found = {std::move(fault), taken, inputs, false};
      }
    while (next != path.end() && next->isBranch) // With plain inputs there is nothing to choose.
      ++next;
    if (next == path.end() || std::ranges::count(machine.choices(), *next) == 0)
      return seen;
    taken.push_back(*next);
    machine.take(*next);
  }
}

bool shows(const Candidate &one, const explore::Found &found, vm::SharedCode &code,
           const vm::Options &options) {
  if (found.fault.kind != one.kind)
    return false;
  if (one.kind != vm::FaultKind::Deadlock)
    return isRaceMeant(one, found.fault, code.program());
  return std::ranges::any_of(deadlocksAlong(code, options, found.path, found.inputs),
                             [&](const SeenDeadlock &seen) {
                               return isMeant(one, vm::FaultKind::Deadlock, seen.threads);
                             });
}

std::vector<analysis::Goal> goalsAt(const std::vector<report::Place> &places,
                                    const program::Program &program) {
  std::vector<analysis::Goal> goals;
  for (const report::Place &side : places) {
    analysis::Goal goal{keyOf(side), {}};
    std::vector<program::LocationId> calls; // Of functions that lock for their callers.
    for (program::LocationId id = 0; id < program.locations().size(); ++id) {
      const program::Location &at = program.location(id);
      if (at.line != side.line || keyAt(program, id) != goal.name)
        continue;
      if (at.kind != program::OpKind::None)
        goal.places.push_back(id);
      else if (llvm::isa<llvm::CallBase>(at.instruction))
        calls.push_back(id);
    }
    if (goal.places.empty())
      goal.places = std::move(calls);
    if (goal.places.empty())
      return {};
    goals.push_back(std::move(goal));
  }
  return goals;
}

} // namespace heddle::cli
