// Places that somebody wants threads to come to: lines and functions by name, as instructions.
//
// A thread stands at a line when what it runs next is code of that line. Such moments differ only
// where something happens between them, so of the instructions of a line that follow each other
// only those count that come first or behind an operation.
#pragma once

#include "program/marks.h"
#include "support/outcome.h"

#include <string>
#include <vector>

namespace heddle::analysis {

struct TargetLine {
  std::string file; ///< As somebody calls it: the end of a path will do.
  unsigned line = 0;
};

/// A place that one thread is to stand at.
struct Goal {
  std::string name;                        ///< "account.c:12", "function deposit".
  std::vector<program::LocationId> places; ///< Any of these.
};

/// "FILE:LINE".
support::Outcome<TargetLine> readTargetLine(const std::string &text);
/// A Failure names the nearest lines that have code, or the files there are.
support::Outcome<Goal> goalAt(const program::Program &program, const TargetLine &line);
/// The beginning of a function, by its name for people or for the linker.
support::Outcome<Goal> goalFunction(const program::Program &program, const std::string &name);

/// Marks that have threads stand there: no two before one instruction.
std::vector<program::Mark> marksFor(const std::vector<Goal> &goals);
inline constexpr std::size_t mostGoals = 64;

} // namespace heddle::analysis
