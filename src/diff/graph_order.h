// What comes before what on the ways of one thread: reachability, dominance, post-dominance and
// loops of a thread graph.
#pragma once

#include "diff/thread_graph.h"

namespace heddle::diff {

class GraphOrder {
public:
  explicit GraphOrder(const ThreadGraph &graph);

  bool isReached(GraphNode node) const { return number[node] != none; }
  /// Whether every way to the second goes through the first. A node does so for itself.
  bool dominates(GraphNode one, GraphNode other) const;
  /// Nearest first, the node itself included.
  template <class F> void forDominators(GraphNode node, F use) const {
    for (GraphNode at = node;; at = above[at]) {
      use(at);
      if (at == ThreadGraph::entry)
        return;
    }
  }
  /// Whether a loop holds both.
  bool inOneLoop(GraphNode one, GraphNode other) const {
    return outermost[one] != none && outermost[one] == outermost[other];
  }
  bool inLoop(GraphNode node) const { return outermost[node] != none; }
  /// The loops that hold a node, innermost first; -1 ends it, and is the whole thread.
  int loopOf(GraphNode node) const { return innermost[node]; }
  int outerLoop(int loop) const { return loops[static_cast<std::size_t>(loop)].outer; }
  int commonLoop(GraphNode one, GraphNode other) const;

  /// Calls `use(node)` for the nodes that always come behind this one in the same round of a loop,
  /// or in the life of the thread for -1; the node itself included.
  template <class F> void forPostDominators(GraphNode node, int loop, F use) const {
    const After &tree = loop < 0 ? after : loops[static_cast<std::size_t>(loop)].after;
    for (GraphNode at = node;;) {
      use(at);
      const auto found = tree.find(at);
      if (found == tree.end() || found->second == none)
        return;
      at = found->second;
    }
  }
  /// From one to the end, in an order in which what comes later stands later, but for loops.
  const std::vector<GraphNode> &topological() const { return order; }
  /// Strongly connected parts: equal for nodes of one; later ones first.
  std::uint32_t partOf(GraphNode node) const { return part[node]; }
  std::uint32_t partCount() const { return parts; }

private:
  static constexpr std::uint32_t none = ~0U;
  /// Immediate post-dominators; `none` for those whose next is the end of the round.
  using After = llvm::DenseMap<GraphNode, GraphNode>;
  struct Loop {
    int outer = -1;
    std::vector<GraphNode> nodes;
    llvm::DenseSet<GraphNode> heads;
    After after;
  };
  void findDominators();
  void findParts();
  void findLoops(const std::vector<GraphNode> &nodes, const llvm::DenseSet<GraphNode> &cut,
                 int outer);
  After findAfter(const std::vector<GraphNode> &nodes,
                  const llvm::DenseSet<GraphNode> &heads) const;

  const ThreadGraph &graph;
  std::vector<std::uint32_t> number; ///< In reverse postorder.
  std::vector<GraphNode> order;
  std::vector<GraphNode> above; ///< Immediate dominators.
  std::vector<std::uint32_t> depth;
  std::vector<std::uint32_t> part;
  std::uint32_t parts = 0;
  std::vector<std::uint32_t> outermost;
  std::vector<int> innermost;
  std::vector<Loop> loops;
  After after;
};

} // namespace heddle::diff
