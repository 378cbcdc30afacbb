// What one thread does that matters to others, and the decisions on which that hangs: a graph of
// steps that can be laid beside that of another version. What lies between is left out: equal
// skeletons of all threads mean equal executions, as far as others can tell.
#pragma once

#include "diff/classes.h"
#include "diff/graph_order.h"
#include "diff/meaning.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace heddle::diff {

class Skeleton {
public:
  using Step = std::uint32_t;
  static constexpr Step end = 0; ///< Of the thread, or where nothing comes any more.

  struct Node {
    Meanings::Meaning what = 0;
    /// What it takes or gives back, if it is a lock and it does nothing else.
    std::optional<Meanings::Meaning> lock;
    const llvm::Instruction *at = nullptr; ///< In the user's own code; null for the end.
    bool hasOrder = true; ///< Of what follows: which is which. Otherwise any of it may come.
    std::vector<Step> next;
  };

  Skeleton(const Classes &classes, Side side, analysis::StaticThread kind, Meanings &meanings,
           const CalledBack &calledBack, std::size_t &budget);

  Step first() const { return begin; }
  const Node &operator[](Step step) const { return steps[step]; }
  /// Locks of which it is not known everywhere whether the thread holds them: taken on some ways to
  /// an access and not on others, twice, never given back, or one of several; and those that it
  /// holds while it waits for something else.
  const std::set<Meanings::Meaning> &vagueLocks() const { return vague; }

private:
  struct Event {
    Meanings::Meaning what = 0;
    const llvm::Instruction *at = nullptr;
    bool isLock = false;
    // For what is known of locks.
    bool takes = false, gives = false, accesses = false, blocks = false;
    Meanings::Meaning lock = 0;
    Occurrence where;
  };
  void addWaits(const llvm::Function &function);
  void findInterest();
  bool isSynchronisation(const llvm::CallBase &call) const;
  bool isFailure(const llvm::CallBase &call) const;
  void findEvents();
  std::optional<Event> eventOf(const Occurrence &where);
  std::optional<Event> accessOf(const Occurrence &where, const MemoryUse &use);
  std::optional<Event> callOf(const Occurrence &where, const llvm::CallBase &call);
  void dropFailures();
  void findWaits();
  void findDecisions();
  void findNext();
  std::uint32_t nextOf(GraphNode node) const;
  Meanings::Meaning decisionAt(GraphNode node, std::vector<GraphNode> &order, Node &step);
  void checkLocks();
  std::set<analysis::LockId> locksHeld(const Occurrence &where) const;
  void noteLock(const Event &event, const llvm::Value *pointer);
  void build();
  void orderWays();
  Meanings::Meaning lookFrom(Step step, unsigned far) const;
  const llvm::Instruction *userOf(const Occurrence &where) const;

  const Classes &classes;
  const Side side;
  const analysis::StaticThread kind;
  const Version &version;
  const analysis::Study &study;
  Meanings &meanings;
  Interest interest;
  std::unique_ptr<ThreadGraph> graph;
  std::vector<std::vector<Event>> events;         ///< By node.
  std::vector<std::vector<GraphNode>> following;  ///< By node, without those that fail.
  std::vector<const llvm::BasicBlock *> edgeFrom; ///< Of nodes that are edges of a branch.
  std::vector<Occurrence> edges;
  std::vector<char> fails, decides, waits;
  std::vector<std::uint32_t> nextOfHead, nextOfTail;
  std::vector<Node> steps;
  Step begin = end;
  std::set<Meanings::Meaning> vague;
  std::map<Meanings::Meaning, analysis::LockId> lockBy; ///< Those that are surely one.
};

} // namespace heddle::diff
