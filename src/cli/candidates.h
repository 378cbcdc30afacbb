// Races and deadlocks that the static analyses warn of, as places to lead executions to.
#pragma once

#include "analysis/study.h"
#include "analysis/targets.h"
#include "cli/reach_guided.h"

namespace heddle::cli {

/// "file.c:12:3", sorted.
using Places = std::vector<std::string>;

struct Candidate {
  vm::FaultKind kind = vm::FaultKind::DataRace;
  Places places;
  std::vector<report::Place> sides;
  /// Of a deadlock: the innermost places of the user's own code, where functions lock for others.
  std::vector<report::Place> inner;
  std::string variable; ///< Of a race.
  std::optional<explore::Found> found;
};

std::string keyOf(const report::Place &place);

/// Of a report of pairs, and what it is of: each two places once; deadlocks first.
std::vector<Candidate> candidatesOf(const report::PairReport &report, const analysis::Study &study);
/// What the analyses find in a program: unprotected pairs and possible deadlocks.
support::Outcome<std::vector<Candidate>> candidatesIn(const program::Program &program);

/// Whether a fault is what a candidate warns of; by the places, from the innermost outwards, that
/// each of its threads is at.
bool isMeant(const Candidate &one, vm::FaultKind kind, const std::vector<Places> &threads);
/// The same of a race, whose places are its accesses.
bool isRaceMeant(const Candidate &one, const vm::Fault &fault, const program::Program &program);
/// Where a thread is.
Places placesOf(const vm::Machine &machine, vm::ThreadId thread, const program::Program &program);

/// Where many functions lock for their callers, the place of a deadlock does not say which it is.
struct SeenDeadlock {
  explore::Found found;
  std::vector<Places> threads; ///< Of each of those that take part.
};
/// Those that an execution comes to.
std::vector<SeenDeadlock> deadlocksAlong(vm::SharedCode &code, const vm::Options &options,
                                         const std::vector<vm::Choice> &path,
                                         const std::vector<vm::InputValue> &inputs);

/// Whether it is what a candidate warns of.
bool shows(const Candidate &one, const explore::Found &found, vm::SharedCode &code,
           const vm::Options &options);

/// Places of a candidate in the program; empty if one of them is none.
std::vector<analysis::Goal> goalsAt(const std::vector<report::Place> &places,
                                    const program::Program &program);

} // namespace heddle::cli
