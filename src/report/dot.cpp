#include "report/dot.h"

#include "report/escape.h"
#include "report/library_calls.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <map>
#include <set>
#include <tuple>

namespace heddle::report {
namespace {

constexpr std::string_view nodeStyle = "  node [shape=box, fontname=monospace, fontsize=10];\n"
                                       "  edge [fontname=monospace, fontsize=9];\n";

std::string titled(const Finding &finding, std::string_view what) {
  return fmt::format("  label={};\n  labelloc=t;\n",
                     quotedForDot(fmt::format("{} of: {}", what, finding.message)));
}

class HappensBefore {
public:
  HappensBefore(llvm::raw_ostream &stream, const Finding &found)
      : out(stream), finding(found), tellings(tellingsOf(found.events)) {}

  void print() {
    out << "digraph happens_before {\n"
        << titled(finding, "happens-before") << "  rankdir=TB;\n"
        << nodeStyle;
    collect();
    for (const auto &[thread, own] : lanes)
      lane(thread, own);
    for (std::size_t i = 0; i < finding.events.size(); ++i)
      links(i);
    race();
    out << "}\n";
  }

private:
  struct Node {
    std::string id;
    std::string label;
    bool isEnd = false;
  };

  llvm::raw_ostream &out;
  const Finding &finding;
  const std::vector<Telling> tellings;
  std::map<unsigned, std::vector<Node>> lanes;
  std::set<std::tuple<std::size_t, std::size_t, std::string>> drawn;

  static std::string labelOf(const Place &place, const std::string &text) {
    return place.file.empty() ? text : shown(place) + "\n" + text;
  }

  void collect() {
    for (std::size_t i = 0; i < finding.events.size(); ++i) {
      if (tellings[i].row != i)
        continue;
      const Event &event = finding.events[i];
      const std::string text = tellings[i].call.empty() ? event.text : "calls " + tellings[i].call;
      lanes[event.thread].push_back({fmt::format("e{}", i), labelOf(event.place, text)});
    }
    std::size_t count = 0;
    for (const End &end : endsOf(finding))
      lanes[end.thread].push_back(
          {fmt::format("end{}", count++), labelOf(end.place, end.why), true});
  }

  void lane(unsigned thread, const std::vector<Node> &own) {
    out << fmt::format("  subgraph cluster_{} {{\n    label={};\n", thread,
                       quotedForDot(shownThread(finding, thread)));
    for (const Node &node : own)
      out << fmt::format("    {} [label={}{}];\n", node.id, quotedForDot(node.label),
                         node.isEnd ? ", color=red, penwidth=2" : "");
    for (std::size_t i = 1; i < own.size(); ++i)
      out << fmt::format("    {} -> {} [weight=10];\n", own[i - 1].id, own[i].id);
    out << "  }\n";
  }

  /// To what is told of the event; a call of the library has many of them.
  void links(std::size_t to) {
    for (const Link &link : finding.events[to].links) {
      if (link.from >= tellings.size() || !tellings[link.from].row || !tellings[to].row)
        continue;
      const std::size_t a = *tellings[link.from].row;
      const std::size_t b = *tellings[to].row;
      if (finding.events[a].thread == finding.events[b].thread ||
          !drawn.emplace(a, b, link.kind).second)
        continue;
      // Whose value is seen is no order by itself.
      out << fmt::format("  e{} -> e{} [label={}{}];\n", a, b, quotedForDot(link.kind),
                         link.kind == "reads-from" ? ", style=dashed" : "");
    }
  }

  void race() {
    if (finding.kind != "data-race" || finding.participants.size() != 2)
      return;
    const auto row = [&](std::size_t i) -> std::optional<std::size_t> {
      const auto &event = finding.participants[i].event;
      return event && *event < tellings.size() ? tellings[*event].row : std::nullopt;
    };
    if (row(0) && row(1))
      out << fmt::format("  e{} -> e{} [label=race, color=red, fontcolor=red, dir=none, "
                         "constraint=false, penwidth=2];\n",
                         *row(1), *row(0));
  }
};

class LockOrder {
public:
  explicit LockOrder(const Finding &found) : finding(found) {
    for (const Event &event : finding.events) {
      for (const std::string &lock : event.held)
        if (!std::ranges::count(held[event.thread], lock))
          take(event.thread, lock, event.place, false);
      held[event.thread] = event.held;
    }
    constexpr std::string_view waits = "waits for lock ";
    for (const End &end : endsOf(finding))
      if (end.why.starts_with(waits))
        take(end.thread, end.why.substr(waits.size()), end.place, true);
  }

  void print(llvm::raw_ostream &out) const {
    out << "digraph lock_order {\n" << titled(finding, "lock order") << nodeStyle;
    for (const std::string &lock : locks)
      out << fmt::format("  {};\n", quotedForDot(lock));
    for (const Edge &edge : edges)
      out << fmt::format("  {} -> {} [label={}{}];\n", quotedForDot(edge.held),
                         quotedForDot(edge.taken), quotedForDot(edge.label),
                         edge.isWaiting ? ", color=red, style=dashed" : "");
    out << "}\n";
  }

private:
  struct Edge {
    std::string held;
    std::string taken;
    std::string label;
    bool isWaiting = false;
    auto operator<=>(const Edge &) const = default;
  };

  void take(unsigned thread, const std::string &lock, const Place &place, bool isWaiting) {
    locks.insert(lock);
    for (const std::string &other : held[thread])
      edges.insert({other, lock,
                    fmt::format("{}{}\n{}", shownThread(finding, thread), isWaiting ? " waits" : "",
                                shown(place)),
                    isWaiting});
  }

  const Finding &finding;
  std::map<unsigned, std::vector<std::string>> held; ///< By each thread, so far.
  std::set<std::string> locks;
  std::set<Edge> edges;
};

} // namespace

void printHappensBefore(llvm::raw_ostream &out, const Finding &finding) {
  HappensBefore(out, finding).print();
}

void printGraph(llvm::raw_ostream &out, const Graph &graph) {
  out << (graph.isDirected ? "digraph " : "graph ") << quotedForDot(graph.name) << " {\n"
      << nodeStyle;
  for (const std::string &node : graph.nodes)
    out << "  " << quotedForDot(node) << ";\n";
  for (const Graph::Edge &edge : graph.edges) {
    out << "  " << quotedForDot(edge.from) << (graph.isDirected ? " -> " : " -- ")
        << quotedForDot(edge.to);
    if (!edge.label.empty())
      out << " [label=" << quotedForDot(edge.label) << "]";
    out << ";\n";
  }
  out << "}\n";
}

void printLockOrder(llvm::raw_ostream &out, const Finding &finding) {
  LockOrder(finding).print(out);
}

} // namespace heddle::report
