// Marks in a copy of a program: calls before instructions that tell when a thread comes by, or
// have it stand there until somebody lets it go on. They change nothing else, and are no operations
// of the program: the lasting names of those are the same.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::program {

/// Called at places that are looked for, with the targets and how many there are; like markFunction
/// no operation of the program.
inline constexpr std::string_view targetFunction = "__heddle_stand";

struct Mark {
  LocationId before = noLocation; ///< No phi and no landing pad.
  /// Those that the place is one of, as bits: a thread stands there. 0: a thread tells by the
  /// number of the mark in the list that it comes by.
  std::uint64_t targets = 0;
};

/// `targets`: how many there are.
support::Outcome<Program> withMarks(const Program &program, std::span<const Mark> marks,
                                    unsigned targets);

/// For each location of a program with marks the one of the program without; for a mark that of the
/// instruction behind it.
std::vector<LocationId> unmarked(const Program &marked, const Program &program);

} // namespace heddle::program
