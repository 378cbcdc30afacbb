#include "analysis/race_freedom.h"

#include "analysis/followed.h"
#include "analysis/parts.h"
#include "analysis/sharing.h"
#include "program/program.h"

#include <algorithm>
#include <chrono>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <set>

namespace heddle::analysis {

namespace {

constexpr std::size_t mostExplained = 500; ///< Pairs whose order is looked into.

/// Pairs of places, each once, whatever calls lead to them.
class Places {
public:
  bool add(const AccessNode &one, const AccessNode &other) {
    return met.insert(std::minmax(one.user, other.user)).second;
  }

private:
  std::set<std::pair<const llvm::Instruction *, const llvm::Instruction *>> met;
};

void addOrders(const PairFacts &facts, const AccessPairs &found, Places &places,
               RaceFreedom &result) {
  std::set<std::tuple<OrderKind, const llvm::Instruction *, const llvm::Instruction *>> known;
  std::size_t explained = 0;
  for (const auto &[i, j] : found.ordered) {
    const AccessNode &one = found.nodes[i];
    const AccessNode &other = found.nodes[j];
    if (!places.add(one, other))
      continue;
    ++result.ordered;
    if (++explained > mostExplained)
      continue;
    const Order::Node &a = facts.order.node(one.thread, *one.at);
    const Order::Node &b = facts.order.node(other.thread, *other.at);
    std::vector<OrderReason> why = facts.order.why(a, b);
    if (why.empty())
      why = facts.order.why(b, a);
    for (const OrderReason &reason : why)
      if (known.emplace(reason.kind, reason.release, reason.acquire).second)
        result.orders.push_back(reason);
  }
}

RaceFreedom argumentOf(const PairFacts &facts, const AccessPairs &found) {
  RaceFreedom result;
  Places places;
  for (const AccessPair &pair : found.pairs) {
    if (pair.kind != PairKind::RW || !places.add(found.oneOf(pair), found.otherOf(pair)))
      continue;
    if (pair.protection == Protection::Own)
      ++result.own;
    if (pair.protection == Protection::Atomic)
      ++result.atomic;
    if (pair.protection != Protection::Locks)
      continue;
    ++result.locked;
    for (const LockId lock : pair.locks)
      ++result.locks[facts.locks.all()[lock].name];
  }
  addOrders(facts, found, places, result);
  result.pairs = result.locked + result.own + result.atomic + result.ordered;
  return result;
}

/// What may be written in either order with another access that nothing keeps apart.
class Contested {
public:
  Contested(const PointsTo &pointers, const AccessPairs &found) : pointers(pointers) {
    for (const AccessPair &pair : found.pairs)
      if (isContested(pair))
        for (const AccessNode *node : {&found.oneOf(pair), &found.otherOf(pair)})
          if (node->kind == NodeKind::Write)
            forEachPart(node->touch, pointers, [&](ObjectId object, const Footprint &bytes) {
              written[object].insert(bytes);
            });
  }

  static bool isContested(const AccessPair &pair) {
    return pair.kind == PairKind::RW &&
           (pair.protection == Protection::None || pair.protection == Protection::Atomic);
  }

  bool meets(const MemoryTouch &touch) const {
    bool result = false;
    forEachPart(touch, pointers, [&](ObjectId object, const Footprint &bytes) {
      const auto there = written.find(object);
      result |= there != written.end() &&
                std::ranges::any_of(there->second,
                                    [&](const Footprint &other) { return bytes.meets(other); });
    });
    return result;
  }

private:
  const PointsTo &pointers;
  std::map<ObjectId, std::set<Footprint>> written;
};

/// Plain accesses of the user's code, less those that may race or conflict with an atomic one, and
/// less reads that tell which of two writes came last that nothing keeps apart.
std::vector<bool> calmPlaces(const program::Program &program, const PointsTo &pointers,
                             const AccessPairs &found) {
  std::vector<bool> calm(program.locations().size());
  const auto set = [&](const AccessNode &node, bool isCalm) {
    if (const program::LocationId place = program.locationOf(*node.at);
        place != program::noLocation)
      calm[place] = isCalm;
  };
  for (const AccessNode &node : found.nodes)
    if (node.isMemory() && node.at == node.user && !node.isAtomic &&
        llvm::isa<llvm::LoadInst, llvm::StoreInst>(node.at) &&
        !pointers.pointsTo(*node.touch.pointer).empty())
      set(node, true);
  for (const AccessPair &pair : found.pairs)
    if (Contested::isContested(pair)) {
      set(found.oneOf(pair), false);
      set(found.otherOf(pair), false);
    }
  const Contested contested(pointers, found);
  for (const AccessNode &node : found.nodes)
    if (node.kind == NodeKind::Read && contested.meets(node.touch))
      set(node, false);
  return calm;
}

} // namespace

RaceStudy studyRaces(const program::Program &program, const RaceLimits &limits) {
  const llvm::Module &module = program.unit().module();
  if (!isSmall(module, limits.instructions))
    return {};
  const auto start = std::chrono::steady_clock::now();
  const auto isLate = [&] {
    return limits.seconds > 0 &&
           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >
               limits.seconds;
  };
  const auto pointers = PointsTo::analyse(program);
  if (isLate() || !isFollowed(module, pointers))
    return {};
  const auto threads = Threads::find(program, pointers);
  if (threads.all().size() < 2)
    return {};
  const auto parallel = Parallel::analyse(pointers, threads);
  if (isLate())
    return {};
  const auto order = Order::analyse(pointers, threads, parallel, {});
  if (isLate())
    return {};
  const auto locks = Locks::analyse(program, pointers, threads);
  const auto escape = Escape::find(pointers, threads);
  if (isLate())
    return {};
  const PairFacts facts{program, pointers, threads, parallel, order, locks, escape};
  PairOptions options;
  options.most = limits.pairs;
  options.mostBesideRace = limits.besideRace;
  options.explains = true;
  const AccessPairs found = findPairs(facts, options);
  if (found.isCutShort)
    return {};
  RaceStudy study;
  if (std::ranges::none_of(found.pairs, AccessPairs::isRace))
    study.freedom = argumentOf(facts, found);
  if (!Sharing::analyse(pointers, threads, parallel).hasSilentMeetings())
    study.calm = calmPlaces(program, pointers, found);
  return study;
}

} // namespace heddle::analysis
