// The places that matter for coming to a goal (paper 001, section 4): calls on the way there, the
// branches that decide it, what defines what they ask, and the locks around; and the ways from the
// start of a thread to the goal that lead by them.
//
// It is no model of the program: nobody searches it, and what it leaves out may still be needed. An
// execution is led along one of its traces, and where that fails the system grows by more
// definitions.
#pragma once

#include "analysis/call_sites.h"
#include "analysis/dependence.h"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
} // namespace llvm

namespace heddle::analysis {

/// What a place is there for; bits, as it may be several things.
enum AbstractRole : std::uint8_t {
  AbstractStart = 1,       ///< Of a thread, or of a function on the way.
  AbstractCall = 2,        ///< Equation 1.
  AbstractBranch = 4,      ///< Equation 2.
  AbstractSide = 8,        ///< Where the needed side of a branch begins.
  AbstractDefinition = 16, ///< Equation 3, and refinement.
  AbstractAcquire = 32,    ///< Equation 4.
  AbstractRelease = 64,
  AbstractGoal = 128,
};

struct AbstractPlace {
  const llvm::Instruction *at = nullptr;
  std::uint8_t roles = 0;
  unsigned refinement = 0; ///< By which it was added; 0 for the first system.
  bool is(AbstractRole role) const { return (roles & role) != 0; }
};

using PlaceId = std::uint32_t;

/// From the start of a thread to a goal, no place twice.
using AbstractTrace = std::vector<PlaceId>;

/// What the system is made from.
struct AbstractFacts {
  const program::Program &program;
  const PointsTo &pointers;
  const Threads &threads;
  const Dependence &dependence;
};

class AbstractSystem {
public:
  explicit AbstractSystem(const AbstractFacts &facts);

  /// Adds a goal, or with the role Definition something that a refinement needs, and all that
  /// follows from it.
  PlaceId add(const llvm::Instruction &at, AbstractRole role, unsigned refinement = 0);

  const std::vector<AbstractPlace> &places() const { return all; }
  const AbstractPlace &operator[](PlaceId id) const { return all[id]; }
  /// Equations 5 and 6.
  std::vector<std::pair<PlaceId, PlaceId>> edges() const;
  /// Fewest calls first, then the shortest; not more than `most`.
  std::vector<AbstractTrace> tracesTo(PlaceId goal, std::size_t most) const;
  std::size_t callsOf(const AbstractTrace &trace) const;

  /// Instructions that may define what a branch asks, in whatever thread and function; for those of
  /// a library the user's calls that lead there.
  std::vector<const llvm::Instruction *> definitionsOf(const llvm::Instruction &branch);
  /// What the condition of a branch reads from memory; for a call of a library what that reads.
  std::vector<const llvm::Instruction *> readsOf(const llvm::Instruction &branch) const;
  /// The instruction, or the user's calls by which a library comes to it.
  std::vector<const llvm::Instruction *> usersOf(const llvm::Instruction &at);
  /// What reads or defines what the branches of the system ask, in the user's code. Bits are
  /// LocationIds.
  struct Relevant {
    llvm::BitVector reads;
    llvm::BitVector writes;
  };
  Relevant relevant();

private:
  std::vector<PlaceId> growFrom(PlaceId id) const;
  PlaceId put(const llvm::Instruction &at, std::uint8_t roles);
  void addCalls(const llvm::Function &target);
  void addBranches(const llvm::Instruction &at);
  void addDefinitions(const llvm::Instruction &branch);
  void addLocks(const llvm::Instruction &at);

  std::vector<const llvm::Instruction *> libraryReads(const llvm::CallBase &call) const;

  const AbstractFacts facts;
  CallSites calls;
  std::vector<AbstractPlace> all;
  llvm::DenseMap<const llvm::Instruction *, PlaceId> byInstruction;
  std::vector<PlaceId> work;
  unsigned now = 0; ///< The refinement that adds places.
};

/// The first instruction of a function that can be stood before.
const llvm::Instruction &startOf(const llvm::Function &function);
/// Likewise of a block.
const llvm::Instruction &startOf(const llvm::BasicBlock &block);

enum class LockEffect : std::uint8_t { None, Acquires, Releases };
/// What a call does with a lock, by itself or within a library.
LockEffect lockEffectOf(const AbstractFacts &facts, const llvm::Instruction &at);

} // namespace heddle::analysis
