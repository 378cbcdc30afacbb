#include "analysis/reachability.h"

#include "analysis/library.h"
#include "analysis/stops.h"
#include "program/program.h"

#include <algorithm>
#include <limits>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <mutex>
#include <queue>
#include <utility>

namespace heddle::analysis {

namespace {

using Node = std::uint32_t;
constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
  return a == never || b == never ? never : a + b;
}

bool actsAs(const llvm::Function &function, LibraryAct::Kind kind) {
  return std::ranges::any_of(behaviourOf(function.getName()).acts,
                             [&](const LibraryAct &act) { return act.kind == kind; });
}

} // namespace

/// All instructions as a graph that is read backwards. An edge over a call costs what the callee
/// takes; `through` says how much that is.
struct Distances::Shared {
  const program::Program *program = nullptr;
  const PointsTo *pointers = nullptr;
  const Threads *threads = nullptr;
  bool followsThreads = false;

  /// A way to the next instruction; over a call it takes as long as the callee.
  struct Step {
    Node from;
    const llvm::CallBase *over = nullptr; ///< A call that returns.
    unsigned side = ~0u;                  ///< The successor of a branch.
  };
  std::vector<std::vector<Step>> before;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::CallBase *>> callers;
  /// Of calls that run nothing but functions with a body.
  llvm::DenseMap<const llvm::CallBase *, llvm::SmallVector<const llvm::Function *, 1>> callees;
  llvm::DenseMap<const llvm::Function *, std::uint32_t> through; ///< From entry to return.
  llvm::DenseMap<const llvm::Function *, std::vector<Node>> returnsTwice;
  std::vector<const llvm::Function *> callbacks;
  std::vector<Node> callingBack; ///< Where they may be entered.
  std::vector<std::uint32_t> toReturn;
  std::vector<std::uint32_t> toUnwind;

  Node node(const llvm::Instruction &at) const { return program->locationOf(at); }
  const llvm::Instruction &at(Node node) const { return *program->location(node).instruction; }

  std::uint32_t throughOf(const llvm::Function &function) const {
    const auto found = through.find(&function);
    return found == through.end() ? never : found->second;
  }
  /// How long an instruction, which is a call where `call` is not null, takes at least.
  std::uint32_t cost(const llvm::CallBase *call, const Resolution &known) const {
    const auto found = call ? callees.find(call) : callees.end();
    if (found == callees.end())
      return 1;
    const auto resolved = known.calls.find(call);
    std::uint32_t least = never;
    for (const llvm::Function *callee : found->second)
      if (resolved == known.calls.end() || resolved->second == callee)
        least = std::min(least, sum(throughOf(*callee), 1));
    return least;
  }

  void build();
  void addSteps(const llvm::Instruction &at);
  void findThrough();
  class Search;
};

void Distances::Shared::addSteps(const llvm::Instruction &at) {
  const Node from = node(at);
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at);
      call && !llvm::isa<llvm::IntrinsicInst>(call)) {
    bool callsLibrary = false;
    for (const llvm::Function *callee : pointers->callees(*call)) {
      callsLibrary |= isLibraryFunction(*callee);
      if (!isLibraryFunction(*callee))
        callers[callee].push_back(call);
    }
    if (callsLibrary || pointers->callees(*call).empty()) {
      callingBack.push_back(from);
    } else {
      const auto called = pointers->callees(*call);
      callees[call] = {called.begin(), called.end()};
    }
    if (followsThreads)
      for (const StaticThread thread : threads->createdAt(*call))
        callers[threads->all()[thread].routine].push_back(call);
    // A jump comes back to where it was set.
    if (const auto twice = returnsTwice.find(at.getFunction()); twice != returnsTwice.end())
      for (const Node back : twice->second)
        before[back].push_back({from, nullptr});
  }
  if (!at.isTerminator()) {
    before[node(*at.getNextNode())].push_back({from, llvm::dyn_cast<llvm::CallBase>(&at)});
    return;
  }
  if (at.getNumSuccessors() == 0)
    callingBack.push_back(from);
  for (unsigned i = 0; i < at.getNumSuccessors(); ++i) {
    const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&at);
    const bool isOver = invoke && i == 0;
    before[node(at.getSuccessor(i)->front())].push_back({from, isOver ? invoke : nullptr, i});
  }
}

void Distances::Shared::build() {
  before.resize(program->locations().size());
  for (const llvm::Function *function : pointers->reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        for (const llvm::Function *callee : pointers->callees(*call))
          if (callee->hasFnAttribute(llvm::Attribute::ReturnsTwice) ||
              actsAs(*callee, LibraryAct::SetJump))
            returnsTwice[function].push_back(node(instruction));
  for (const llvm::Function *function : pointers->reachable()) {
    if (threads->isCalledBack(*function) && !function->isDeclaration())
      callbacks.push_back(function);
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      addSteps(instruction);
  }
  findThrough();
}

/// Dijkstra's search from the targets backwards.
class Distances::Shared::Search {
public:
  Search(const Shared &shared, const Resolution &known)
      : distance(shared.before.size(), never), shared(shared), known(known) {}

  void reach(Node node, std::uint32_t by) {
    if (by >= distance[node])
      return;
    distance[node] = by;
    queue.emplace(by, node);
  }

  /// Tells of the entry of each function as it is come to.
  void run(llvm::function_ref<void(const llvm::Function &, std::uint32_t)> atEntry) {
    while (!queue.empty()) {
      const auto [by, here] = queue.top();
      queue.pop();
      if (by != distance[here])
        continue;
      for (const Step &step : shared.before[here]) {
        const auto side = known.branches.find(&shared.at(step.from));
        if (side == known.branches.end() || step.side == side->second)
          reach(step.from, sum(by, isFree(step.from) ? 0 : shared.cost(step.over, known)));
      }
      const llvm::Instruction &instruction = shared.at(here);
      const llvm::Function &function = *instruction.getFunction();
      if (&instruction == &function.getEntryBlock().front())
        atEntry(function, by);
    }
  }

  /// Goes on to those who call the function.
  void enter(const llvm::Function &function, std::uint32_t by) {
    if (const auto found = shared.callers.find(&function); found != shared.callers.end())
      for (const llvm::CallBase *call : found->second) {
        const auto resolved = known.calls.find(call);
        if (resolved == known.calls.end() || resolved->second == &function)
          reach(shared.node(*call), by + 1);
      }
    // The first one that is called back is the nearest.
    if (shared.threads->isCalledBack(function) && !std::exchange(isCalledBack, true))
      for (const Node from : shared.callingBack)
        reach(from, by + 1);
  }

  std::vector<std::uint32_t> distance;

private:
  /// Phis are part of the way to their block.
  bool isFree(Node node) const { return llvm::isa<llvm::PHINode>(shared.at(node)); }

  using Entry = std::pair<std::uint32_t, Node>;
  const Shared &shared;
  const Resolution &known;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  bool isCalledBack = false;
};

/// How long functions take at least, by Knuth's generalisation of Dijkstra's search: when it is
/// known of a function, its callers can be passed.
void Distances::Shared::findThrough() {
  const Resolution nothing;
  Search returns(*this, nothing);
  Search raises(*this, nothing);
  for (const llvm::Function *function : pointers->reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      if (llvm::isa<llvm::ReturnInst>(instruction))
        returns.reach(node(instruction), 0);
  returns.run([&](const llvm::Function &function, std::uint32_t by) {
    through[&function] = by + 1; // The return itself.
    const auto found = callers.find(&function);
    if (found == callers.end())
      return;
    for (const llvm::CallBase *call : found->second) {
      const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(call);
      const llvm::Instruction *next =
          invoke ? &invoke->getNormalDest()->front() : call->getNextNode();
      if (next && callees.contains(call))
        returns.reach(node(*call), sum(returns.distance[node(*next)], cost(call, nothing)));
    }
  });
  toReturn = std::move(returns.distance);
  // An exception may come from any call.
  for (const llvm::Function *function : pointers->reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (llvm::isa<llvm::ResumeInst>(instruction) ||
          (call && !llvm::isa<llvm::IntrinsicInst>(call)))
        raises.reach(node(instruction), 0);
    }
  raises.run([](const llvm::Function &, std::uint32_t) {});
  toUnwind = std::move(raises.distance);
}

std::optional<std::uint32_t> Distances::distanceInside(const llvm::Instruction &at) const {
  const std::uint32_t found = inside[shared->node(at)];
  return found == never ? std::nullopt : std::optional(found);
}

std::optional<std::uint32_t> Distances::distance(Stack stack) const {
  const Shared &s = *shared;
  std::uint32_t best = never;
  std::uint32_t returned = never; // To the moment when all frames so far have returned,
  std::uint32_t unwound = never;  // or were left by an exception.
  for (std::size_t i = 0; i < stack.size(); ++i) {
    std::uint32_t toReturn = never;
    std::uint32_t toUnwind = never;
    const auto goOn = [&](const llvm::Instruction &at, std::uint32_t before) {
      const Node node = s.node(at);
      best = std::min(best, sum(before, inside[node]));
      toReturn = std::min(toReturn, sum(before, s.toReturn[node]));
      toUnwind = std::min(toUnwind, sum(before, s.toUnwind[node]));
    };
    const llvm::Instruction &here = *stack[i];
    if (i == 0) {
      goOn(here, 0);
    } else if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&here)) {
      goOn(invoke->getNormalDest()->front(), returned);
      goOn(invoke->getUnwindDest()->front(), unwound);
    } else {
      if (!here.isTerminator())
        goOn(*here.getNextNode(), returned);
      toUnwind = std::min(toUnwind, unwound);
    }
    if (const auto twice = s.returnsTwice.find(here.getFunction()); twice != s.returnsTwice.end())
      for (const Node back : twice->second)
        goOn(s.at(back), 0);
    returned = sum(toReturn, 1); // The return itself.
    unwound = toUnwind;
  }
  best = std::min(best, calledBack); // By the library, when threads end.
  return best == never ? std::nullopt : std::optional(best);
}

struct Reachability::State {
  std::shared_ptr<Distances::Shared> shared = std::make_shared<Distances::Shared>();
  std::mutex mutex; ///< For what is known.
  llvm::DenseMap<const llvm::Instruction *, std::unique_ptr<Distances>> known;
};

Reachability::Reachability(std::unique_ptr<State> state) : state(std::move(state)) {}
Reachability::Reachability(Reachability &&) noexcept = default;
Reachability &Reachability::operator=(Reachability &&) noexcept = default;
Reachability::~Reachability() = default;

Reachability Reachability::analyse(const program::Program &program, const PointsTo &pointers,
                                   const Threads &threads, bool followsThreads) {
  auto state = std::make_unique<State>();
  state->shared->program = &program;
  state->shared->pointers = &pointers;
  state->shared->threads = &threads;
  state->shared->followsThreads = followsThreads;
  state->shared->build();
  return Reachability(std::move(state));
}

const Distances &Reachability::to(const llvm::Instruction &target) {
  const std::scoped_lock lock(state->mutex);
  std::unique_ptr<Distances> &known = state->known[&target];
  if (!known)
    known = std::make_unique<Distances>(to(Targets{&target}));
  return *known;
}

Distances Reachability::to(const Targets &targets, const Resolution &known) const {
  std::vector<Node> nodes;
  for (const llvm::Instruction *target : targets)
    nodes.push_back(state->shared->node(*target));
  Distances result;
  result.shared = state->shared;
  Distances::Shared::Search search(*state->shared, known);
  for (const Node node : nodes)
    search.reach(node, 0);
  search.run([&](const llvm::Function &function, std::uint32_t by) { search.enter(function, by); });
  result.inside = std::move(search.distance);
  for (const llvm::Function *callback : state->shared->callbacks)
    result.calledBack = std::min(
        result.calledBack, result.inside[result.shared->node(callback->getEntryBlock().front())]);
  return result;
}

} // namespace heddle::analysis
