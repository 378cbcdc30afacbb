// Races and deadlocks that the static analyses warn of, as places to lead executions to.
#pragma once

#include "analysis/targets.h"
#include "cli/reach_guided.h"

namespace heddle::cli {

/// "file.c:12:3", sorted.
using Places = std::vector<std::string>;

struct Candidate {
  vm::FaultKind kind = vm::FaultKind::DataRace;
  Places places;
  std::vector<report::Place> sides;
  std::optional<explore::Found> found;
};

std::string keyOf(const report::Place &place);

/// Of a report of pairs: each two places once; deadlocks first.
std::vector<Candidate> candidatesOf(const report::PairReport &report);
/// What the analyses find in a program: unprotected pairs and possible deadlocks.
support::Outcome<std::vector<Candidate>> candidatesIn(const program::Program &program);

/// Whether a fault is what a candidate warns of.
bool isMeant(const Candidate &one, const vm::Fault &fault, const program::Program &program);

/// The places of a candidate in the program; empty if one of them is none.
std::vector<analysis::Goal> goalsOf(const Candidate &one, const program::Program &program);

} // namespace heddle::cli
