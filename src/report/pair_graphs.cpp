// Graphs of what the analyses know about a program.
#include "analysis/call_sites.h"
#include "program/program.h"
#include "report/inspection.h"
#include "report/pairs.h"

#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <set>
#include <tuple>

namespace heddle::report {
namespace {

class Grapher {
public:
  Grapher(const analysis::Study &study, const PairReport &report)
      : study(study), program(study.program), report(report) {}

  std::vector<Graph> all() const { return {calls(), parallel(), lockOrder(), pointsTo()}; }

private:
  std::string nameOf(const llvm::Function &function) const {
    return program::shownName(function.getName().str());
  }
  bool isUsers(const llvm::Function &function) const {
    const auto id = program.functionOf(function);
    return id && !program.functions()[*id].isModel;
  }

  Graph calls() const {
    Graph graph{"calls", true, {}, {}};
    std::set<std::pair<std::string, std::string>> edges;
    for (const llvm::Function *function : study.pointers.reachable()) {
      if (!isUsers(*function))
        continue;
      graph.nodes.push_back(nameOf(*function));
      for (const llvm::Instruction &at : llvm::instructions(*function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
          for (const llvm::Function *callee : study.pointers.callees(*call))
            if (!callee->isIntrinsic())
              edges.emplace(nameOf(*function), nameOf(*callee));
    }
    for (const auto &[from, to] : edges)
      graph.edges.push_back({from, to, ""});
    return graph;
  }

  /// Threads that run at the same time, and what they then both touch.
  Graph parallel() const {
    Graph graph{"parallel", false, {}, {}};
    for (const StaticThread &thread : report.threads)
      graph.nodes.push_back(thread.name);
    std::set<std::tuple<std::string, std::string, std::string>> edges;
    for (const AccessPair &pair : report.pairs)
      edges.emplace(std::min(pair.a.thread, pair.b.thread), std::max(pair.a.thread, pair.b.thread),
                    pair.variable);
    for (const auto &[from, to, label] : edges)
      graph.edges.push_back({from, to, label});
    return graph;
  }

  Graph lockOrder() const {
    Graph graph{"lock-order", true, {}, {}};
    const auto nodes = study.lockOrder.nodes();
    for (const analysis::LockNode &node : nodes)
      graph.nodes.push_back(node.name);
    std::set<std::tuple<std::string, std::string, std::string>> edges;
    for (const analysis::LockEdge &edge : study.lockOrder.edges())
      edges.emplace(nodes[edge.held].name, nodes[edge.taken].name,
                    fmt::format("{} at {}", report.threads[edge.thread].name,
                                shown(placeOf(program, program.locationOf(*edge.takenAt)))));
    for (const auto &[from, to, label] : edges)
      graph.edges.push_back({from, to, label});
    return graph;
  }

  /// What the objects of the user's program lead to.
  Graph pointsTo() const {
    Graph graph{"points-to", true, {}, {}};
    std::set<std::pair<std::string, std::string>> edges;
    for (analysis::ObjectId id = 0; id < study.pointers.objectCount(); ++id) {
      const std::string from = nameOf(id);
      if (from.empty())
        continue;
      for (const analysis::Target &target : study.pointers.contents(id))
        if (const std::string to = nameOf(target.object); !to.empty())
          edges.emplace(from, to);
    }
    for (const auto &[from, to] : edges)
      graph.edges.push_back({from, to, ""});
    return graph;
  }

  /// Empty for what is the library's own.
  std::string nameOf(analysis::ObjectId id) const {
    const analysis::AbstractObject &object = study.pointers.object(id);
    if (!object.value)
      return "";
    if (const auto *function = llvm::dyn_cast<llvm::Function>(object.value))
      return isUsers(*function) ? nameOf(*function) : "";
    const auto *made = llvm::dyn_cast<llvm::Instruction>(
        object.calls.empty() ? object.value : object.calls.back());
    if (made && !isUsers(*made->getFunction()))
      return "";
    if (object.kind == analysis::ObjectKind::Heap && made)
      return "block of " + shown(placeOf(program, program.locationOf(*made)));
    const std::string name = program.nameOf(*object.value);
    return made && !name.empty() ? fmt::format("{} of {}", name, nameOf(*made->getFunction()))
                                 : name;
  }

  const analysis::Study &study;
  const program::Program &program;
  const PairReport &report;
};

} // namespace

std::vector<Graph> graphsOf(const analysis::Study &study, const PairReport &report) {
  return Grapher(study, report).all();
}

} // namespace heddle::report
