#include "analysis/lock_order.h"

#include "analysis/lock_cycles.h"
#include "analysis/lock_flow.h"
#include "program/program.h"

#include <algorithm>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/IR/InstrTypes.h>
#include <map>
#include <set>
#include <tuple>

namespace heddle::analysis {

namespace {
constexpr std::size_t mostCalls = 12;   ///< That lead to an operation and are followed back.
constexpr std::size_t mostTargets = 16; ///< Of one lock; if there are more they are one node.
} // namespace

/// Finds the operations that take locks, in the terms of the functions that know which, and what
/// may be held then.
class LockOrderBuilder {
public:
  LockOrderBuilder(const program::Program &program, const PointsTo &pointers,
                   const Threads &threads, LockOrder &result)
      : program(program), pointers(pointers), threads(threads),
        flow(program, pointers, threads, Bound::Most), keys(flow.lockKeys()), result(result) {}

  void run() {
    for (const llvm::Function *function : flow.order())
      for (const auto &site : flow.callsIn(*function))
        for (const llvm::Function *callee : site.callees) {
          callersOf[callee].push_back(site.call);
          if (const auto operation = flow.operationOf(*callee))
            addOperation(*operation, *site.call);
        }
    while (!work.empty()) {
      const Event event = std::move(work.back());
      work.pop_back();
      if (!lift(event))
        events.push_back(event);
    }
    for (const Event &event : events)
      for (StaticThread thread = 0; thread < threads.all().size(); ++thread)
        close(event, thread);
    addNodes();
    addEdges();
  }

private:
  /// A lock is taken.
  struct Event {
    LockKeyId key = 0;
    const llvm::CallBase *at = nullptr; ///< In the function whose terms these are.
    LockState state;                    ///< Against its beginning.
    std::vector<const llvm::Instruction *> chain;
  };
  struct Pair {
    LockKeyId held;
    LockKeyId taken;
    StaticThread thread;
    const llvm::Instruction *takenAt;
    auto operator<=>(const Pair &) const = default;
  };
  struct Witness {
    const llvm::Instruction *heldAt;
    std::vector<const llvm::Instruction *> chain;
  };

  void addOperation(const LockOperation &operation, const llvm::CallBase &call) {
    const bool blocks =
        operation.kind == LockOperation::Acquire || operation.kind == LockOperation::Wait;
    if (!blocks || operation.argument == LockOperation::atomic ||
        operation.argument >= call.arg_size() || !flow.stateAt(call).isReached)
      return;
    Event event{flow.keyOf(operation, call), &call, flow.stateAt(call), {&call}};
    if (operation.kind == LockOperation::Wait) // It does not hold the mutex when it gets it back.
      event.state.apply(event.key, {-LockChange::cap, 0}, &call, Bound::Most);
    push(std::move(event));
  }

  void push(Event event) {
    if (seen.emplace(event.key, event.chain).second)
      work.push_back(std::move(event));
  }

  /// Hands an event to the callers, if they may know better which lock it is. Whether they do.
  bool lift(const Event &event) {
    const LockKey &key = keys[event.key];
    const llvm::Function *function = event.at->getFunction();
    const auto *base =
        key.kind == LockKey::Symbol ? llvm::dyn_cast<llvm::Argument>(key.address.base) : nullptr;
    const auto found = callersOf.find(function);
    if (!base || found == callersOf.end() || event.chain.size() > mostCalls ||
        threads.isCalledBack(*function) || isRoutine(*function) || flow.operationOf(*function))
      return flow.operationOf(*function).has_value(); // Its calls are operations themselves.
    for (const llvm::CallBase *call : found->second) {
      if (!flow.stateAt(*call).isReached)
        continue;
      Event there{keys.inCaller(event.key, *call).key,
                  call,
                  flow.behindCall(flow.stateAt(*call), event.state, *call),
                  {call}};
      there.chain.insert(there.chain.end(), event.chain.begin(), event.chain.end());
      push(std::move(there));
    }
    return true;
  }

  bool isRoutine(const llvm::Function &function) const {
    return std::ranges::any_of(
        threads.all(), [&](const ThreadAbout &thread) { return thread.routine == &function; });
  }

  void close(const Event &event, StaticThread thread) {
    const llvm::Function &function = *event.at->getFunction();
    const std::vector<Brought> *brought = flow.broughtTo(thread, function);
    if (!brought)
      return;
    for (const Brought &held : flow.applied(event.state, *brought, function))
      if (held.key != keys.atomic())
        pairs.try_emplace({held.key, event.key, thread, event.chain.back()},
                          Witness{held.start.at, event.chain});
  }

  void addNodes() {
    const auto place = [&](const Target &target) {
      const auto [found, isNew] = placeIndex.try_emplace(
          std::tuple(target.object, target.offset, target.stride), places.size());
      if (isNew) {
        places.push_back(target);
        classes.insert(found->second);
        for (const std::size_t other : placesOf[target.object])
          if (overlap(places[other], target) || pointers.object(target.object).isVague)
            classes.unionSets(other, found->second);
        placesOf[target.object].push_back(found->second);
      }
      return found->second;
    };
    for (const auto &[pair, witness] : pairs)
      for (const LockKeyId key : {pair.held, pair.taken}) {
        const LockKey &lock = keys[key];
        std::vector<std::size_t> &mine = placesOfKey[key];
        if (!mine.empty())
          continue;
        for (const Target &target : lock.targets)
          mine.push_back(place(target));
        for (std::size_t i = 1; lock.targets.size() > mostTargets && i < mine.size(); ++i)
          classes.unionSets(mine[0], mine[i]);
      }
    for (const auto &[key, mine] : placesOfKey)
      for (const std::size_t one : mine)
        nameNode(nodeOf(one), keys[key], mine.size() == 1);
  }

  LockNodeId nodeOf(std::size_t one) {
    const std::size_t leader = classes.getLeaderValue(one);
    const auto [found, isNew] =
        nodeIndex.try_emplace(leader, static_cast<LockNodeId>(result.allNodes.size()));
    if (isNew) {
      LockNode node;
      for (auto member = classes.findLeader(leader); member != classes.member_end(); ++member)
        node.targets.push_back(places[*member]);
      std::ranges::sort(node.targets, {}, [](const Target &target) {
        return std::tuple(target.object, target.offset, target.stride);
      });
      const AbstractObject &object = pointers.object(node.targets.front().object);
      node.isSingle = node.targets.size() == 1 && node.targets.front().stride == 0 &&
                      object.isSingle && !object.isVague;
      result.allNodes.push_back(std::move(node));
    }
    return found->second;
  }

  /// A name that only this lock has is better than one of an expression that may be several.
  void nameNode(LockNodeId id, const LockKey &key, bool isOnly) {
    LockNode &node = result.allNodes[id];
    if (!node.name.empty() && (!isOnly || hasOwnName.contains(id)))
      return;
    const AbstractObject &object = pointers.object(node.targets.front().object);
    if (node.isSingle && node.targets.front().offset == 0 && object.value)
      node.name = program.nameOf(*object.value);
    else if (key.name)
      node.name = program.nameOf(*key.name);
    if (isOnly)
      hasOwnName.insert(id);
  }

  void addEdges() {
    std::set<std::tuple<LockNodeId, LockNodeId, LockMode, LockMode, StaticThread,
                        const llvm::Instruction *>>
        known;
    for (const auto &[pair, witness] : pairs)
      for (const std::size_t from : placesOfKey[pair.held])
        for (const std::size_t to : placesOfKey[pair.taken]) {
          LockEdge edge{nodeOf(from),          nodeOf(to),    keys[pair.held].mode,
                        keys[pair.taken].mode, pair.thread,   witness.heldAt,
                        pair.takenAt,          witness.chain, {}};
          const bool isAgain = edge.held == edge.taken && result.allNodes[edge.held].isSingle;
          if (!isAgain && known
                              .emplace(edge.held, edge.taken, edge.heldMode, edge.takenMode,
                                       edge.thread, edge.takenAt)
                              .second)
            result.allEdges.push_back(std::move(edge));
        }
  }

  const program::Program &program;
  const PointsTo &pointers;
  const Threads &threads;
  LockFlow flow;
  LockKeys &keys;
  LockOrder &result;
  std::map<const llvm::Function *, std::vector<const llvm::CallBase *>> callersOf;
  std::set<std::pair<LockKeyId, std::vector<const llvm::Instruction *>>> seen;
  std::vector<Event> work;
  std::vector<Event> events;
  std::map<Pair, Witness> pairs;
  std::map<std::tuple<ObjectId, std::int64_t, std::uint64_t>, std::size_t> placeIndex;
  std::vector<Target> places;
  llvm::EquivalenceClasses<std::size_t> classes;
  std::map<ObjectId, std::vector<std::size_t>> placesOf;
  std::map<LockKeyId, std::vector<std::size_t>> placesOfKey;
  std::map<std::size_t, LockNodeId> nodeIndex;
  std::set<LockNodeId> hasOwnName;
};

LockOrder LockOrder::analyse(const program::Program &program, const PointsTo &pointers,
                             const Threads &threads, const Parallel &parallel, const Locks &locks) {
  LockOrder result;
  LockOrderBuilder(program, pointers, threads, result).run();
  // Who waits for a lock does not hold it, not even if it had it before a condition wait.
  for (LockEdge &edge : result.allEdges) {
    edge.around = locks.heldThrough(edge.thread, *edge.chain.front());
    std::erase_if(edge.around, [&](const HeldLock &held) {
      const KnownLock &lock = locks.all()[held.lock];
      return !lock.isAtomic &&
             std::ranges::any_of(result.allNodes[edge.taken].targets, [&](const Target &target) {
               return overlap(target, {lock.object, lock.offset, 0});
             });
    });
  }
  result.found = findCycles(result, parallel);
  return result;
}

bool LockOrder::hasEdge(StaticThread thread, const Target &held, const Target &taken,
                        const llvm::Instruction &takenAt) const {
  const auto isAt = [&](LockNodeId node, const Target &target) {
    return std::ranges::any_of(allNodes[node].targets,
                               [&](const Target &one) { return overlap(one, target); });
  };
  return std::ranges::any_of(allEdges, [&](const LockEdge &edge) {
    return edge.thread == thread && edge.takenAt == &takenAt && isAt(edge.held, held) &&
           isAt(edge.taken, taken);
  });
}

} // namespace heddle::analysis
