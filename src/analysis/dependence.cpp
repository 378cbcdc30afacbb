#include "analysis/dependence.h"

#include "analysis/dependence_graph.h"

#include <algorithm>
#include <chrono>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>

namespace heddle::analysis {

struct Dependence::State {
  State(const program::Program &program, const PointsTo &pointers, const Threads &threads,
        const Parallel &parallel, StopOptions stops)
      : graph(program, pointers, threads, parallel, stops) {}
  DependenceGraph graph;
  Statistics statistics;
};

Dependence::Dependence(std::unique_ptr<State> state) : state(std::move(state)) {}
Dependence::Dependence(Dependence &&) noexcept = default;
Dependence &Dependence::operator=(Dependence &&) noexcept = default;
Dependence::~Dependence() = default;

Dependence Dependence::analyse(const program::Program &program, const PointsTo &pointers,
                               const Threads &threads, const Parallel &parallel,
                               StopOptions stops) {
  const auto begin = std::chrono::steady_clock::now();
  auto state = std::make_unique<State>(program, pointers, threads, parallel, stops);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  state->statistics.seconds = taken.count();
  state->statistics.nodes = state->graph.size();
  for (const llvm::Function *function : pointers.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      state->statistics.touches += state->graph.effects.of(instruction).size();
  return Dependence(std::move(state));
}

const Dependence::Statistics &Dependence::statistics() const {
  return state->statistics;
}

Dependence::Instructions Dependence::controls(const llvm::Instruction &at) const {
  Instructions result;
  const ControlGraph &control = state->graph.controlOf(*at.getFunction());
  if (control.isReached(at))
    std::ranges::copy_if(control.decidersOf(at), std::back_inserter(result),
                         [](const auto *decider) { return decider != nullptr; });
  return result;
}

bool Dependence::runsAlways(const llvm::Instruction &at) const {
  const ControlGraph &control = state->graph.controlOf(*at.getFunction());
  return control.isReached(at) &&
         std::ranges::find(control.decidersOf(at), nullptr) != control.decidersOf(at).end();
}

Dependence::Instructions Dependence::writers(const llvm::Instruction &at) const {
  llvm::SetVector<const llvm::Instruction *> found;
  for (const Touch &touch : state->graph.effects.of(at)) {
    if (!touch.reads)
      continue;
    for (const DependenceGraph::Bucket &bucket : state->graph.writersOf(touch.where.object))
      if (overlap(bucket.bytes, touch))
        for (const llvm::Instruction *writer : bucket.writers)
          if (!found.contains(writer) && state->graph.order.mayPrecede(*writer, at))
            found.insert(writer);
  }
  return {found.begin(), found.end()};
}

bool Dependence::mayFlow(const llvm::Instruction &writer, const llvm::Instruction &reader) const {
  for (const Touch &read : state->graph.effects.of(reader))
    for (const Touch &write : state->graph.effects.of(writer))
      if (read.reads && write.writes && overlap(read, write))
        return state->graph.order.mayPrecede(writer, reader);
  return false;
}

std::vector<ObjectId> Dependence::sharedBytes(const llvm::Instruction &writer,
                                              const llvm::Instruction &reader) const {
  std::vector<ObjectId> result;
  for (const Touch &read : state->graph.effects.of(reader))
    for (const Touch &write : state->graph.effects.of(writer))
      if (read.reads && write.writes && overlap(read, write))
        result.push_back(read.where.object);
  return result;
}

Dependence::Instructions Dependence::operands(const llvm::Instruction &at) const {
  const DependenceGraph &graph = state->graph;
  llvm::SetVector<const llvm::Instruction *> found;
  llvm::SetVector<DependenceNode> through; // Arguments, to what is given for them.
  const auto visit = [&](DependenceNode node) {
    const llvm::Instruction *instruction = graph.instructionOf(node);
    if (!instruction)
      through.insert(node);
    else if (instruction != &at && graph.aspectOf(node) == DependenceGraph::Acts)
      found.insert(instruction);
  };
  graph.follow(graph.node(at, DependenceGraph::Acts), visit);
  // NOLINTNEXTLINE(modernize-loop-convert): it grows meanwhile.
  for (std::size_t i = 0; i < through.size(); ++i)
    graph.follow(through[i], visit);
  return {found.begin(), found.end()};
}

const llvm::BasicBlock *Dependence::meetingPoint(const llvm::BasicBlock &block) const {
  return state->graph.controlOf(*block.getParent()).meetingPoint(block);
}

namespace {

/// Follows dependences back. A writer is taken out of its bucket when it is in the closure, so that
/// many readers of one variable do not look at all of its writers again and again.
class Closure {
public:
  explicit Closure(const DependenceGraph &graph)
      : graph(graph), seen(static_cast<unsigned>(graph.size())),
        pending(graph.effects.objectCount()), isOpened(graph.effects.objectCount()) {}

  void add(DependenceNode node) {
    if (seen.test(node))
      return;
    seen.set(node);
    work.push_back(node);
  }

  llvm::BitVector run() {
    llvm::BitVector result(static_cast<unsigned>(graph.program.locations().size()));
    while (!work.empty()) {
      const DependenceNode node = work.back();
      work.pop_back();
      graph.follow(node, [&](DependenceNode next) { add(next); });
      const llvm::Instruction *at = graph.instructionOf(node);
      if (!at)
        continue;
      result.set(graph.program.locationOf(*at));
      if (graph.aspectOf(node) == DependenceGraph::Acts)
        read(*at);
    }
    return result;
  }

private:
  void read(const llvm::Instruction &at) {
    for (const Touch &touch : graph.effects.of(at)) {
      if (!touch.reads)
        continue;
      const ObjectId object = touch.where.object;
      if (!isOpened[object])
        pending[object] = graph.writersOf(object);
      isOpened[object] = true;
      for (DependenceGraph::Bucket &bucket : pending[object]) {
        if (bucket.writers.empty() || !overlap(bucket.bytes, touch))
          continue;
        std::erase_if(bucket.writers, [&](const llvm::Instruction *writer) {
          const DependenceNode node = graph.node(*writer, DependenceGraph::Acts);
          if (!seen.test(node) && !graph.order.mayPrecede(*writer, at))
            return false;
          add(node);
          return true;
        });
      }
    }
  }

  const DependenceGraph &graph;
  llvm::BitVector seen;
  std::vector<DependenceNode> work;
  std::vector<std::vector<DependenceGraph::Bucket>> pending;
  std::vector<bool> isOpened;
};

} // namespace

llvm::BitVector Dependence::closure(const Instructions &from) const {
  Closure closure(state->graph);
  for (const llvm::Instruction *one : from)
    closure.add(state->graph.node(*one, DependenceGraph::Acts));
  return closure.run();
}

} // namespace heddle::analysis
