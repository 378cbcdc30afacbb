// Which locks may be taken while others may be held, and the cycles in that which can become a
// deadlock.
//
// It over-approximates what is held: a lock that may be one of several stands for all of them, and
// locks that are not told apart are one node. It assumes that a lock is released by the expression
// it was taken by, if that is a pointer in memory: who changes the pointer in between would have to
// release another lock than it took.
//
// What is tried, or waited for only for a time, is held then but does not block, so no edge leads
// to it. A lock that is wanted for reading is kept only by who holds it for writing: a cycle needs
// a writer at each of its locks. Taking a mutex a second time is an error of its own, and no cycle.
#pragma once

#include "analysis/locks.h"
#include "analysis/parallel.h"

namespace heddle::analysis {

using LockNodeId = std::uint32_t;

struct LockNode {
  std::vector<Target> targets; ///< Where such locks lie.
  bool isSingle = false;       ///< One concrete lock.
  std::string name;            ///< For people.
};

/// A thread takes a lock while it holds another.
struct LockEdge {
  LockNodeId held = 0;
  LockNodeId taken = 0;
  LockMode heldMode = LockMode::Exclusive;
  LockMode takenMode = LockMode::Exclusive;
  StaticThread thread = 0;
  const llvm::Instruction *heldAt =
      nullptr; ///< Where the first was taken: one place of maybe more.
  const llvm::Instruction *takenAt = nullptr; ///< The operation itself.
  /// The calls that lead from the function that knows the lock to the operation, outermost first,
  /// and the operation.
  std::vector<const llvm::Instruction *> chain;
  std::vector<HeldLock> around; ///< What the thread surely holds then.
};

/// Threads that wait for each other in a circle: each holds the lock that the one before it wants.
struct DeadlockCandidate {
  struct Link {
    LockNodeId held = 0;
    LockNodeId taken = 0;
    std::vector<std::size_t>
        edges; ///< Of the graph: all that can take part, by threads and places.
  };
  std::vector<Link> links;
};

class LockOrder {
public:
  static LockOrder analyse(const program::Program &program, const PointsTo &pointers,
                           const Threads &threads, const Parallel &parallel, const Locks &locks);

  std::span<const LockNode> nodes() const { return allNodes; }
  std::span<const LockEdge> edges() const { return allEdges; }
  std::span<const DeadlockCandidate> candidates() const { return found; }
  /// Whether some lock there is held, or taken, in the graph.
  bool hasEdge(StaticThread thread, const Target &held, const Target &taken,
               const llvm::Instruction &takenAt) const;

private:
  friend class LockOrderBuilder;
  std::vector<LockNode> allNodes;
  std::vector<LockEdge> allEdges;
  std::vector<DeadlockCandidate> found;
};

} // namespace heddle::analysis
