// Which write each read of shared memory may see, as far as the program's text tells: what
// definition-use testing starts from (paper 000, section III-A).
#pragma once

#include "program/program.h"
#include "trace/predict.h"

#include <llvm/ADT/BitVector.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::defuse {

using trace::PairKey;

/// A side of a branch, by the location of the branch.
struct Side {
  program::LocationId branch = program::noLocation;
  unsigned successor = 0; ///< Of a conditional branch, 0 is the side for true.
  auto operator<=>(const Side &) const = default;
};

/// Sides that lead to a write and to a read that may see it.
struct BranchPair {
  Side write;
  Side read;
  std::vector<PairKey> flows;
};

class Potential {
public:
  explicit Potential(const program::Program &program);
  ~Potential();
  Potential(Potential &&) noexcept;

  /// Forgets all pairs but these, and sides that lead to none of them.
  void keepOnly(const std::vector<PairKey> &wanted);

  /// By read, then by write.
  const std::vector<PairKey> &pairs() const { return found; }
  const std::vector<BranchPair> &branchPairs() const { return escorts; }
  /// What the read reads, for people.
  std::string variableOf(const PairKey &key) const;
  /// Whether the access may be made in a loop that only waits (analysis/wait_loops.h).
  bool mayWait(program::LocationId access) const;
  /// All that the ends of these pairs hang on; bits are locations.
  llvm::BitVector closure(const std::vector<PairKey> &pairs) const;

private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses;
  std::vector<PairKey> found;
  std::vector<BranchPair> escorts;
};

} // namespace heddle::defuse
