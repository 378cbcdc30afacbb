// The ways that one thread can go, with the functions it calls put in where they are called, so
// that an access in a called function takes part once for each way to call it.
//
// Only what is of interest is kept: a function that leads to nothing of interest stays a call. A
// call of a function that is under way already (recursion), or one too many, leads into the copy
// that there is. All paths of the program are paths of the graph, so that what holds on all paths
// of the graph holds in all executions.
#pragma once

#include "analysis/stops.h"
#include "analysis/study.h"
#include "diff/called_back.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <vector>

namespace heddle::diff {

using GraphNode = std::uint32_t;
using ContextId = std::uint32_t;

/// A function as one call, or the beginning of the thread, leads to it.
struct Context {
  ContextId parent = 0;
  const llvm::CallBase *call = nullptr; ///< Null for what the thread begins with.
  const llvm::Function *function = nullptr;
};

/// What is to be found again in the graph.
struct Interest {
  llvm::DenseSet<const llvm::Instruction *> instructions;
  llvm::DenseSet<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> edges;
  bool cancels = false; ///< Threads may be made to end in any call of the library.
  bool isOf(const llvm::Function &function) const { return functions.contains(&function); }
  /// Calls that it leads to nothing of interest are kept out. Call when the others are filled.
  void findFunctions(const analysis::PointsTo &pointers);

private:
  llvm::DenseSet<const llvm::Function *> functions; ///< Also by what they call.
};

/// Where a thread comes by something of interest.
struct Occurrence {
  const llvm::Instruction *at = nullptr;                 ///< Null for an edge.
  const llvm::BasicBlock *from = nullptr, *to = nullptr; ///< Of an edge.
  // A call with its function put in is met twice, before that and behind it.
  bool isBegun = true;
  bool isDone = true;
  ContextId context = 0;
  GraphNode node = 0;
};

class ThreadGraph {
public:
  /// `budget` is how many nodes there may be before calls share their functions; it is lowered.
  ThreadGraph(const analysis::Study &study, const CalledBack &calledBack,
              analysis::StaticThread thread, const Interest &interest, std::size_t &budget);

  std::size_t nodeCount() const { return nodes.size(); }
  static constexpr GraphNode entry = 0;
  static constexpr GraphNode exit = 1; ///< Of the thread, or the process.
  const llvm::SmallVector<GraphNode, 2> &next(GraphNode node) const { return nodes[node].next; }
  const llvm::SmallVector<GraphNode, 2> &previous(GraphNode node) const {
    return nodes[node].previous;
  }
  /// In the order of nodes, and within a node in that of the program.
  const std::vector<Occurrence> &occurrences() const { return all; }
  const Context &context(ContextId id) const { return contexts[id]; }
  const std::vector<Context> &allContexts() const { return contexts; }
  /// The occurrence as the user knows it: the instruction, or the call in the user's own code that
  /// leads to it.
  const llvm::Instruction *userOf(const Occurrence &occurrence,
                                  const program::Program &program) const;
  /// Whether every complete run of the thread ends at the end of its routine: nothing ends it
  /// early.
  bool endsEarly() const { return hasEarlyEnd; }

private:
  struct Node {
    llvm::SmallVector<GraphNode, 2> next, previous;
    std::vector<Occurrence> marks;
  };
  /// A function that is put in: where it begins, returns and throws to.
  struct Piece {
    GraphNode begin, end, thrown;
  };
  GraphNode add();
  void connect(GraphNode from, GraphNode to);
  void mark(GraphNode node, Occurrence occurrence);
  Piece put(const llvm::Function &function, ContextId parent, const llvm::CallBase *call);
  void fill(const llvm::Function &function, ContextId context, const Piece &piece);
  const llvm::BasicBlock *decided(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  GraphNode passCall(const llvm::CallBase &call, ContextId context, GraphNode at, GraphNode raised);
  bool mayNotReturn(const llvm::CallBase &call);
  bool mayRaise(const llvm::CallBase &call) const;
  bool mayRunHandlers(const llvm::CallBase &call);
  void runHandlers();
  void dropImpossible();
  void finish();

  const analysis::Study &study;
  const CalledBack &calledBack;
  const Interest &interest;
  analysis::Stops stops;
  std::size_t &budget;
  std::vector<Node> nodes;
  std::vector<Context> contexts;
  std::vector<Occurrence> all;
  llvm::SmallVector<std::pair<const llvm::Function *, Piece>, 8> underWay;
  llvm::DenseMap<const llvm::Function *, Piece> shared; ///< When there is no room for more.
  std::vector<GraphNode> impossible;                    ///< That nobody comes to.
  GraphNode handlers = exit;                            ///< Of the end of the process, if any.
  bool hasEarlyEnd = false;
};

} // namespace heddle::diff
