// Leads executions to reads that are to see certain writes: the read is a goal, and the write is
// where its value comes from.
#pragma once

#include "explore/search.h"

namespace heddle::explore {

struct LedRead {
  program::LocationId write = program::noLocation; ///< None for the value before all writes.
  program::LocationId read = program::noLocation;
};

struct LedReadOptions {
  vm::Options vm;
  std::uint64_t states = 2000; ///< For each of them.
  double seconds = 10;         ///< For all of them.
};

/// Whether a complete execution, in the program of the code, shows the read (by number) as it is
/// wanted.
using ReadJudge = std::function<bool(std::size_t, const std::vector<vm::Choice> &,
                                     const std::vector<vm::InputValue> &)>;

/// Asks the judge of executions that were led to each of the reads, until it is content with one.
/// How many it was asked of.
std::uint64_t leadToReads(vm::SharedCode &code, const std::vector<LedRead> &reads,
                          const LedReadOptions &options, Progress &progress,
                          const ReadJudge &judge);

} // namespace heddle::explore
