// The door of this room: two versions of a program are compared.
#pragma once

#include "datalog/evaluate.h"
#include "diff/difference.h"

#include <atomic>

namespace heddle::diff {

inline constexpr unsigned mostRank = 3;

struct CompareOptions {
  std::optional<unsigned> rank; ///< Only this one; otherwise the next while nothing is found.
  bool allRanks = false;
  RelationKind relation = RelationKind::ReadsFrom;
  bool allAccesses = false;
  bool spurious = false; ///< Condition waits may end without a signal.
  std::string variable;  ///< Only edges on this one; empty for all.
  std::string function;  ///< Only edges with an end in this one.
  datalog::Engine engine = datalog::Engine::Dense;
  datalog::Limits limits;
  std::vector<datalog::RuleFile> rules; ///< The user's own, besides rank1.dl.
  std::string factsDirectory;           ///< Where facts and rules are written, if anywhere.
  /// Sets of edges that are looked at for a rank above 1; with more the answer is not complete.
  std::size_t mostSets = 2'000'000;
  bool explains = true;
  /// Looks for what is not explained even where differences are found: executions may refute them.
  bool mayRefute = false;
};

support::Outcome<Comparison> compare(const program::Program &old, const program::Program &current,
                                     const CompareOptions &options);

} // namespace heddle::diff
