#include "analysis/control.h"

#include <algorithm>
#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {
constexpr unsigned nobody = ~0u;
}

ControlGraph::ControlGraph(const llvm::Function &function, Stops &stops) {
  addNodes(function, stops);
  findPostDominators();
  findDeciders();
}

void ControlGraph::addNodes(const llvm::Function &function, Stops &stops) {
  nodes.resize(2);
  const llvm::DenseSet<const llvm::BasicBlock *> endless = stops.endlessHeads(function);
  for (const llvm::BasicBlock *block : llvm::depth_first(&function.getEntryBlock())) {
    firstOf[block] = static_cast<unsigned>(nodes.size());
    nodes.push_back({block, nullptr, true, {}});
    for (const llvm::Instruction &instruction : *block) {
      nodeOf[&instruction] = static_cast<unsigned>(nodes.size() - 1);
      nodes.back().last = &instruction;
      if (!stops.mayStop(instruction))
        continue;
      nodes.back().next.push_back(end);
      if (instruction.isTerminator())
        continue;
      nodes.back().next.push_back(static_cast<unsigned>(nodes.size()));
      nodes.push_back({block, nullptr, false, {}});
    }
    if (endless.contains(block))
      nodes[firstOf[block]].next.push_back(end);
  }
  for (unsigned i = 2; i < nodes.size(); ++i) {
    Node &node = nodes[i];
    if (!node.last->isTerminator())
      continue;
    for (const llvm::BasicBlock *next : llvm::successors(node.block))
      node.next.push_back(firstOf.find(next)->second);
    if (llvm::succ_empty(node.block))
      node.next.push_back(end);
  }
  nodes[start].next = {2, end};
}

/// Cooper, Harvey and Kennedy's way, backwards.
void ControlGraph::findPostDominators() {
  const auto count = static_cast<unsigned>(nodes.size());
  std::vector<std::vector<unsigned>> previous(count);
  for (unsigned i = 0; i < count; ++i)
    for (const unsigned next : nodes[i].next)
      previous[next].push_back(i);
  // Every node comes to the end: endless loops have an edge to it.
  std::vector<unsigned> order; // By leaving the node, from the end backwards.
  std::vector<unsigned> rank(count, nobody);
  std::vector<std::pair<unsigned, unsigned>> path{{end, 0}};
  std::vector<bool> seen(count);
  seen[end] = true;
  while (!path.empty()) {
    auto &[node, edge] = path.back();
    if (edge == previous[node].size()) {
      rank[node] = static_cast<unsigned>(order.size());
      order.push_back(node);
      path.pop_back();
      continue;
    }
    const unsigned next = previous[node][edge++];
    if (!seen[next]) {
      seen[next] = true;
      path.emplace_back(next, 0);
    }
  }
  above.assign(count, nobody);
  above[end] = end;
  for (bool changed = true; changed;) {
    changed = false;
    for (const unsigned node : llvm::reverse(order)) {
      if (node == end)
        continue;
      unsigned common = nobody;
      for (unsigned next : nodes[node].next) {
        if (rank[next] == nobody || above[next] == nobody)
          continue;
        if (common == nobody) {
          common = next;
          continue;
        }
        while (next != common)
          if (rank[next] < rank[common])
            next = above[next];
          else
            common = above[common];
      }
      changed |= above[node] != common;
      above[node] = common;
    }
  }
}

void ControlGraph::findDeciders() {
  deciders.resize(nodes.size());
  for (unsigned node = 0; node < nodes.size(); ++node) {
    if (nodes[node].next.size() < 2 || above[node] == nobody)
      continue;
    for (const unsigned next : nodes[node].next)
      for (unsigned at = next; at != above[node] && at != end && at != nobody; at = above[at])
        if (auto &list = deciders[at]; std::ranges::find(list, nodes[node].last) == list.end())
          list.push_back(nodes[node].last);
  }
}

const llvm::BasicBlock *ControlGraph::meetingPoint(const llvm::BasicBlock &block) const {
  const auto found = nodeOf.find(block.getTerminator());
  const unsigned where = found == nodeOf.end() ? nobody : above[found->second];
  return where == nobody || where == end ? nullptr : nodes[where].block;
}

} // namespace heddle::analysis
