#include "diff/graph_order.h"

#include <algorithm>

namespace heddle::diff {

namespace {

/// Strongly connected parts of a part of a graph, without recursion (Tarjan). `next(node, use)`
/// gives the edges; `emit(nodes)` gets each part when all that it leads to have been given.
template <class Next, class Emit>
void forParts(const std::vector<GraphNode> &nodes, Next next, Emit emit) {
  struct Entry {
    std::uint32_t index = 0, low = 0;
    bool onStack = false;
  };
  llvm::DenseMap<GraphNode, Entry> known;
  std::vector<GraphNode> stack;
  struct Frame {
    GraphNode node;
    llvm::SmallVector<GraphNode, 4> edges;
    std::size_t at = 0;
  };
  std::vector<Frame> frames;
  std::uint32_t count = 0;
  const auto enter = [&](GraphNode node) {
    known[node] = {count, count, true};
    ++count;
    stack.push_back(node);
    Frame frame{node, {}, 0};
    next(node, [&](GraphNode to) { frame.edges.push_back(to); });
    frames.push_back(std::move(frame));
  };
  for (const GraphNode root : nodes) {
    if (known.contains(root))
      continue;
    enter(root);
    while (!frames.empty()) {
      Frame &frame = frames.back();
      if (frame.at < frame.edges.size()) {
        const GraphNode to = frame.edges[frame.at++];
        const auto found = known.find(to);
        if (found == known.end())
          enter(to);
        else if (found->second.onStack)
          known[frame.node].low = std::min(known[frame.node].low, found->second.index);
        continue;
      }
      const GraphNode node = frame.node;
      frames.pop_back();
      const Entry entry = known[node];
      if (!frames.empty()) {
        Entry &outer = known[frames.back().node];
        outer.low = std::min(outer.low, entry.low);
      }
      if (entry.low != entry.index)
        continue;
      std::vector<GraphNode> part;
      GraphNode last = 0;
      do {
        last = stack.back();
        stack.pop_back();
        known[last].onStack = false;
        part.push_back(last);
      } while (last != node);
      emit(part);
    }
  }
}

/// Immediate dominators by the method of Cooper, Harvey and Kennedy. `order` is a reverse
/// postorder from the root, which is its first; `before[i]` are places in it.
std::vector<std::uint32_t>
immediateDominators(const std::vector<llvm::SmallVector<std::uint32_t, 2>> &before) {
  constexpr std::uint32_t unknown = ~0U;
  std::vector<std::uint32_t> above(before.size(), unknown);
  above[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 1; i < before.size(); ++i) {
      std::uint32_t best = unknown;
      for (std::uint32_t from : before[i]) {
        if (above[from] == unknown)
          continue;
        if (best == unknown) {
          best = from;
          continue;
        }
        while (from != best)
          if (from > best)
            from = above[from];
          else
            best = above[best];
      }
      changed |= above[i] != best;
      above[i] = best;
    }
  }
  return above;
}

/// Nodes in reverse postorder from a root.
template <class Next>
std::vector<GraphNode> reversePostorder(GraphNode root, std::size_t size, Next next) {
  std::vector<GraphNode> order;
  std::vector<char> seen(size);
  struct Frame {
    GraphNode node;
    llvm::SmallVector<GraphNode, 4> edges;
    std::size_t at = 0;
  };
  std::vector<Frame> frames;
  const auto enter = [&](GraphNode node) {
    seen[node] = 1;
    Frame frame{node, {}, 0};
    next(node, [&](GraphNode to) { frame.edges.push_back(to); });
    frames.push_back(std::move(frame));
  };
  enter(root);
  while (!frames.empty()) {
    Frame &frame = frames.back();
    if (frame.at < frame.edges.size()) {
      const GraphNode to = frame.edges[frame.at++];
      if (!seen[to])
        enter(to);
      continue;
    }
    order.push_back(frame.node);
    frames.pop_back();
  }
  std::ranges::reverse(order);
  return order;
}

} // namespace

GraphOrder::GraphOrder(const ThreadGraph &graph) : graph(graph) {
  const std::size_t size = graph.nodeCount();
  order = reversePostorder(ThreadGraph::entry, size, [&](GraphNode node, auto use) {
    for (const GraphNode to : graph.next(node))
      use(to);
  });
  number.assign(size, none);
  for (std::uint32_t i = 0; i < order.size(); ++i)
    number[order[i]] = i;
  findDominators();
  findParts();
  outermost.assign(size, none);
  innermost.assign(size, -1);
  findLoops(order, {}, -1);
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (loops[i].outer < 0)
      for (const GraphNode node : loops[i].nodes)
        outermost[node] = static_cast<std::uint32_t>(i);
    for (const GraphNode node : loops[i].nodes)
      innermost[node] = static_cast<int>(i); // Inner loops come after outer ones.
    loops[i].after = findAfter(loops[i].nodes, loops[i].heads);
  }
  after = findAfter(order, {});
}

void GraphOrder::findDominators() {
  std::vector<llvm::SmallVector<std::uint32_t, 2>> before(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i)
    for (const GraphNode from : graph.previous(order[i]))
      if (number[from] != none)
        before[i].push_back(number[from]);
  const std::vector<std::uint32_t> found = immediateDominators(before);
  above.assign(graph.nodeCount(), ThreadGraph::entry);
  depth.assign(graph.nodeCount(), 0);
  for (std::uint32_t i = 1; i < order.size(); ++i) {
    above[order[i]] = order[found[i]];
    depth[order[i]] = depth[order[found[i]]] + 1;
  }
}

bool GraphOrder::dominates(GraphNode one, GraphNode other) const {
  while (depth[other] > depth[one])
    other = above[other];
  return one == other;
}

void GraphOrder::findParts() {
  part.assign(graph.nodeCount(), none);
  forParts(
      order,
      [&](GraphNode node, auto use) {
        for (const GraphNode to : graph.next(node))
          use(to);
      },
      [&](const std::vector<GraphNode> &nodes) {
        for (const GraphNode node : nodes)
          part[node] = parts;
        ++parts;
      });
}

/// Loops are strongly connected parts; those inside are what is left of one without the edges that
/// lead back to where it is entered.
void GraphOrder::findLoops(const std::vector<GraphNode> &nodes,
                           const llvm::DenseSet<GraphNode> &cut, int outer) {
  llvm::DenseSet<GraphNode> here(nodes.begin(), nodes.end());
  std::vector<std::vector<GraphNode>> found;
  forParts(
      nodes,
      [&](GraphNode node, auto use) {
        for (const GraphNode to : graph.next(node))
          if (here.contains(to) && !cut.contains(to))
            use(to);
      },
      [&](const std::vector<GraphNode> &partNodes) {
        const GraphNode first = partNodes.front();
        if (partNodes.size() > 1 ||
            (llvm::is_contained(graph.next(first), first) && !cut.contains(first)))
          found.push_back(partNodes);
      });
  for (std::vector<GraphNode> &loopNodes : found) {
    Loop loop;
    loop.outer = outer;
    const llvm::DenseSet<GraphNode> inside(loopNodes.begin(), loopNodes.end());
    for (const GraphNode node : loopNodes)
      for (const GraphNode from : graph.previous(node))
        if (number[from] != none && !inside.contains(from))
          loop.heads.insert(node);
    loop.nodes = loopNodes;
    const llvm::DenseSet<GraphNode> heads = loop.heads;
    const auto id = static_cast<int>(loops.size());
    loops.push_back(std::move(loop));
    findLoops(loopNodes, heads, id);
  }
}

int GraphOrder::commonLoop(GraphNode one, GraphNode other) const {
  llvm::SmallVector<int, 8> around;
  for (int loop = innermost[one]; loop >= 0; loop = outerLoop(loop))
    around.push_back(loop);
  for (int loop = innermost[other]; loop >= 0; loop = outerLoop(loop))
    if (llvm::is_contained(around, loop))
      return loop;
  return -1;
}

/// Post-dominators in a round: what leaves the nodes, or goes back to a head, is at its end.
GraphOrder::After GraphOrder::findAfter(const std::vector<GraphNode> &nodes,
                                        const llvm::DenseSet<GraphNode> &heads) const {
  llvm::DenseMap<GraphNode, std::uint32_t> place;
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    place[nodes[i]] = i;
  const auto root = static_cast<GraphNode>(nodes.size());
  std::vector<llvm::SmallVector<GraphNode, 2>> back(nodes.size() + 1), forth(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (graph.next(nodes[i]).empty())
      back[root].push_back(i);
    for (const GraphNode to : graph.next(nodes[i])) {
      const auto found = place.find(to);
      const GraphNode target = found == place.end() || heads.contains(to) ? root : found->second;
      back[target].push_back(i);
      forth[i].push_back(target);
    }
    if (forth[i].empty())
      forth[i].push_back(root);
  }
  const std::vector<GraphNode> sequence =
      reversePostorder(root, nodes.size() + 1, [&](GraphNode node, auto use) {
        for (const GraphNode from : back[node])
          use(from);
      });
  std::vector<std::uint32_t> rank(nodes.size() + 1, none);
  for (std::uint32_t i = 0; i < sequence.size(); ++i)
    rank[sequence[i]] = i;
  std::vector<llvm::SmallVector<std::uint32_t, 2>> before(sequence.size());
  for (std::uint32_t i = 1; i < sequence.size(); ++i)
    for (const GraphNode to : forth[sequence[i]])
      if (rank[to] != none)
        before[i].push_back(rank[to]);
  const std::vector<std::uint32_t> found = immediateDominators(before);
  After result;
  for (std::uint32_t i = 1; i < sequence.size(); ++i)
    result[nodes[sequence[i]]] = found[i] == 0 ? none : nodes[sequence[found[i]]];
  return result;
}

} // namespace heddle::diff
