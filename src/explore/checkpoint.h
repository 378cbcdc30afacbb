// What a search has come to, so that another process can go on with it: what was counted and found,
// and the paths where something is left to try. No memory images: who takes a path up runs it again
// (decisions.md, Memory).
#pragma once

#include "explore/collector.h"
#include "explore/search.h"
#include "support/bytes.h"
#include "support/outcome.h"

#include <llvm/ADT/SmallVector.h>
#include <span>

namespace heddle::explore {

struct Saved {
  Stats stats;
  std::vector<vm::Gap> gaps;
  std::vector<std::vector<vm::Choice>> found; ///< Paths to the bugs, in the order they were met.
  vm::ThreadTable threads;                    ///< By which the paths name threads.
  std::string frontier;                       ///< What is left, as the strategy writes it.
};

std::string encode(const Saved &saved);
support::Outcome<Saved> decode(std::string_view bytes);

void write(support::ByteWriter &to, const std::vector<vm::Choice> &path);
void read(support::ByteReader &from, std::vector<vm::Choice> &path);

void write(support::ByteWriter &to, std::span<const vm::Effect> effects);
void read(support::ByteReader &from, llvm::SmallVectorImpl<vm::Effect> &effects);

/// Whether somebody has asked for the state of the search.
inline bool isSaveWanted(const Progress &progress) {
  return progress.request.load(std::memory_order_relaxed) != Progress::Request::None;
}

/// Hands out what was asked for, and ends the search if that was asked for too.
void save(const Options &options, Progress &progress, const Saved &saved);

/// Saved without the frontier.
Saved savedSoFar(vm::SharedCode &code, const Stats &stats, const Collector &collector);

/// Names threads as the search did that is gone on with, and meets the bugs again that it found.
/// Before any other machine is made.
void recall(vm::SharedCode &code, const Options &options, Progress &progress, vm::Rounds rounds,
            const Saved &saved, Collector &collector);

/// What is said when a path of a search that is gone on with cannot be followed.
vm::Gap resumeGap();

/// Whether the machine can take this choice now.
bool canTake(const vm::Machine &machine, const vm::Choice &choice);

} // namespace heddle::explore
