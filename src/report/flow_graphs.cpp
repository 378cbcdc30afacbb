#include "report/flow_graphs.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {
namespace {

void addNode(Graph &graph, const std::string &name) {
  if (std::ranges::find(graph.nodes, name) == graph.nodes.end())
    graph.nodes.push_back(name);
}

void addEdge(Graph &graph, const std::string &from, const std::string &to,
             const std::string &label) {
  addNode(graph, from);
  addNode(graph, to);
  graph.edges.push_back({from, to, label});
}

std::string nameOf(const std::optional<Place> &write, const std::string &variable) {
  return write ? shown(*write) : "initial value of " + variable;
}

Graph flowsOf(const DiffReport &report) {
  Graph graph{"differences", true, {}, {}};
  for (const DiffDifference &one : report.differences)
    for (std::size_t i = 0; i < one.edges.size(); ++i) {
      const DiffEdge &edge = one.edges[i];
      std::string label = fmt::format("{}, only in {}", edge.variable, one.onlyIn);
      if (one.edges.size() > 1)
        label +=
            fmt::format(", with others (rank {}, {} of {})", one.rank, i + 1, one.edges.size());
      if (!one.status.empty())
        label += ", " + one.status;
      addEdge(graph, nameOf(edge.write, edge.variable), shown(edge.read), label);
    }
  return graph;
}

Graph cyclesOf(const DiffReport &report) {
  Graph graph{"lock-order-differences", true, {}, {}};
  for (const DiffLockCycle &one : report.lockOrder)
    for (const LockCycle::Link &link : one.cycle.links)
      addEdge(graph, link.held, link.wanted,
              fmt::format("{} at {}, only in {}", link.thread, shown(link.wantedAt), one.onlyIn));
  return graph;
}

} // namespace

std::vector<Graph> graphsOf(const DefuseReport &report) {
  Graph graph{"reads-from", true, {}, {}};
  for (const DefusePair &pair : report.pairs)
    if (pair.status != "infeasible")
      addEdge(graph, nameOf(pair.write, pair.variable), shown(pair.read),
              fmt::format("{}, {}", pair.variable, pair.status));
  return {std::move(graph)};
}

std::vector<Graph> graphsOf(const DiffReport &report) {
  return {flowsOf(report), cyclesOf(report)};
}

} // namespace heddle::report
