#include "analysis/points_to.h"

#include "analysis/constraint_graph.h"
#include "analysis/generator.h"
#include "analysis/overlap.h"
#include "program/program.h"

#include <algorithm>
#include <chrono>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <numeric>

namespace heddle::analysis {

struct PointsTo::State {
  explicit State(const program::Program &program) : generator(program, graph) {}
  ConstraintGraph graph;
  Generator generator;
  Statistics statistics;

  LocationSet setOf(const llvm::Value &value) const;
  std::vector<Target> targets(const LocationSet &set) const;
  void summarise();
};

PointsTo::PointsTo(std::unique_ptr<State> state) : state(std::move(state)) {}
PointsTo::PointsTo(PointsTo &&) noexcept = default;
PointsTo &PointsTo::operator=(PointsTo &&) noexcept = default;
PointsTo::~PointsTo() = default;

PointsTo PointsTo::analyse(const program::Program &program) {
  const auto begin = std::chrono::steady_clock::now();
  auto state = std::make_unique<State>(program);
  state->generator.start();
  state->graph.solve(
      [&](std::uint32_t call, ObjectId function) { state->generator.reach(call, function); });
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  state->statistics.seconds = taken.count();
  state->summarise();
  return PointsTo(std::move(state));
}

void PointsTo::State::summarise() {
  Statistics &s = statistics;
  s.values = generator.valueCount();
  s.nodes = graph.nodeCount();
  s.merged = graph.mergedCount();
  s.constraints = graph.constraintCount();
  s.flows = graph.flowCount();
  s.objects = graph.objects().size();
  s.places = graph.objects().placeCount();
  s.rounds = graph.rounds();
  s.setBytes = graph.setBytes();
  std::size_t accesses = 0;
  std::size_t sum = 0;
  std::size_t objects = 0;
  for (const llvm::Function *function : generator.reachable())
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) {
      const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (!pointer)
        continue;
      const LocationSet set = setOf(*pointer);
      const std::size_t size = set.count();
      ++accesses;
      sum += size;
      s.largestSet = std::max(s.largestSet, size);
      std::vector<ObjectId> distinct;
      set.forEach([&](PlaceId place) { distinct.push_back(graph.objects().target(place).object); });
      std::ranges::sort(distinct);
      objects += static_cast<std::size_t>(std::unique(distinct.begin(), distinct.end()) -
                                          distinct.begin());
    }
  if (accesses) {
    s.averageSet = static_cast<double>(sum) / static_cast<double>(accesses);
    s.averageObjects = static_cast<double>(objects) / static_cast<double>(accesses);
  }
}

LocationSet PointsTo::State::setOf(const llvm::Value &value) const {
  const NodeId node = generator.knownNode(value);
  return node == noNode ? LocationSet() : graph.pointsTo(node);
}

std::vector<Target> PointsTo::State::targets(const LocationSet &set) const {
  std::vector<Target> result;
  set.forEach([&](PlaceId place) { result.push_back(graph.objects().target(place)); });
  std::ranges::sort(result, [](const Target &a, const Target &b) {
    return std::tie(a.object, a.offset, a.stride) < std::tie(b.object, b.offset, b.stride);
  });
  return result;
}

std::size_t PointsTo::objectCount() const {
  return state->graph.objects().size();
}
const AbstractObject &PointsTo::object(ObjectId id) const {
  return state->graph.objects().object(id);
}

std::vector<Target> PointsTo::pointsTo(const llvm::Value &value) const {
  return state->targets(state->setOf(value));
}

bool PointsTo::isTracked(const llvm::Value &value) const {
  return state->generator.knownNode(value) != noNode;
}

bool PointsTo::mayPointTo(const llvm::Value &value, ObjectId object, std::int64_t offset) const {
  bool found = false;
  state->setOf(value).forEach([&](PlaceId place) {
    const Target &target = state->graph.objects().target(place);
    const auto end = static_cast<std::int64_t>(
        std::min(this->object(object).size, static_cast<std::uint64_t>(1) << 61));
    const bool isBehind = !target.stride && target.offset > end && offset > end;
    found = found || (target.object == object && (target.covers(offset) || isBehind));
  });
  return found;
}

std::vector<ObjectId> PointsTo::objectsOf(const llvm::Value &pointer) const {
  std::vector<ObjectId> result;
  for (const Target &target : pointsTo(pointer))
    if (result.empty() || result.back() != target.object)
      result.push_back(target.object);
  return result;
}

bool PointsTo::mayAlias(const Access &a, const Access &b) const {
  const std::vector<Target> left = pointsTo(*a.pointer);
  const std::vector<Target> right = pointsTo(*b.pointer);
  auto from = right.begin();
  for (const Target &one : left) {
    while (from != right.end() && from->object < one.object)
      ++from;
    for (auto other = from; other != right.end() && other->object == one.object; ++other)
      if (meet(one.offset, a.size, other->offset, b.size, std::gcd(one.stride, other->stride)))
        return true;
  }
  return false;
}

std::vector<const llvm::Function *> PointsTo::callees(const llvm::CallBase &call) const {
  const Generator::Functions found = state->generator.calleesOf(call);
  return {found.begin(), found.end()};
}

std::span<const llvm::Function *const> PointsTo::reachable() const {
  return state->generator.reachable().getArrayRef();
}
bool PointsTo::isReachable(const llvm::Function &function) const {
  return state->generator.reachable().contains(&function);
}
std::span<const llvm::Function *const> PointsTo::threadRoutines() const {
  return state->generator.threadRoutines().getArrayRef();
}
std::span<const llvm::Function *const> PointsTo::unknownFunctions() const {
  return state->generator.unknownFunctions().getArrayRef();
}

std::vector<Target> PointsTo::contents(ObjectId object) const {
  LocationSet all;
  for (const Cell &cell : state->graph.objects().cells(object)) {
    all.unite(state->graph.pointsTo(cell.in));
    all.unite(state->graph.pointsTo(cell.out));
  }
  return state->targets(all);
}

ObjectId PointsTo::objectOf(const llvm::GlobalValue &global) const {
  return state->generator.objectOf(global);
}

std::vector<ObjectId> PointsTo::madeAt(std::span<const llvm::Instruction *const> stack) const {
  const Generator &generator = state->generator;
  if (stack.empty())
    return {generator.special(ObjectKind::Arguments)};
  // An allocation that fails makes errno, if the thread has none yet.
  if (const int chain = generator.allocations().chainOf(stack); chain >= 0)
    return {generator.objectOfChain(static_cast<std::size_t>(chain)),
            generator.special(ObjectKind::Errno)};
  if (const int made = generator.objectMadeBy(*stack.front()); made >= 0)
    return {static_cast<ObjectId>(made)};
  // Library functions make a few objects of their own.
  std::vector<ObjectId> result = {generator.special(ObjectKind::Errno),
                                  generator.special(ObjectKind::Lazy),
                                  generator.special(ObjectKind::Leaving)};
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(stack.front()))
    for (const ObjectId copy : generator.copiesFor(*call))
      result.push_back(copy);
  return result;
}

const PointsTo::Statistics &PointsTo::statistics() const {
  return state->statistics;
}

} // namespace heddle::analysis
