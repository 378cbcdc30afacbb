#include "analysis/access_pairs.h"

#include "analysis/parts.h"

#include <algorithm>
#include <llvm/IR/Instructions.h>
#include <optional>

namespace heddle::analysis {

namespace {

/// Bytes of an object that a node may touch.
struct Part {
  ObjectId object = 0;
  Footprint bytes;

  bool meets(const Part &that) const { return object == that.object && bytes.meets(that.bytes); }
};

std::optional<PairKind> kindOf(const AccessNode &one, const AccessNode &other) {
  if (one.isMemory() && other.isMemory())
    return one.kind == NodeKind::Write || other.kind == NodeKind::Write
               ? std::optional(PairKind::RW)
               : std::nullopt;
  const auto are = [&](NodeKind a, NodeKind b) {
    return (one.kind == a && other.kind == b) || (one.kind == b && other.kind == a);
  };
  if (are(NodeKind::Acquire, NodeKind::Acquire))
    return one.mode == LockMode::Reading && other.mode == LockMode::Reading
               ? std::nullopt
               : std::optional(PairKind::MM);
  if (are(NodeKind::Wait, NodeKind::Acquire))
    return PairKind::WM;
  if (are(NodeKind::Wait, NodeKind::Signal))
    return PairKind::WN;
  return std::nullopt;
}

class PairFinder {
public:
  PairFinder(const PairFacts &facts, const PairOptions &options) : facts(facts), options(options) {}

  AccessPairs find() {
    result.nodes =
        findAccessNodes(facts.program, facts.pointers, facts.threads, {options.contexts});
    result.counts.nodes = result.nodes.size();
    prepare();
    if (options.alias && !options.count)
      visitByObject();
    else
      visitAll();
    return std::move(result);
  }

private:
  /// What is asked of a node again and again.
  struct About {
    const Order::Node *ordered = nullptr;
    std::vector<Part> parts;      ///< Where what it accesses lies,
    std::vector<Part> mutexParts; ///< or the mutex of a wait.
    bool isEscaped = false;       ///< Some of that is known to others.
    std::vector<HeldLock> held;
    bool hasHeld = false;
  };

  void prepare() {
    abouts.resize(result.nodes.size());
    NewObjects fresh;
    for (std::size_t i = 0; i < result.nodes.size(); ++i) {
      const AccessNode &node = result.nodes[i];
      About &about = abouts[i];
      about.ordered = &facts.order.node(node.thread, *node.at);
      about.parts = partsOf(node.touch);
      if (node.mutex)
        about.mutexParts = partsOf({node.mutex, 1, MemoryTouch::Extent::Bytes, true});
      about.isEscaped = !fresh.isNew(*node.touch.pointer, *node.at);
    }
  }

  std::vector<Part> partsOf(const MemoryTouch &touch) const {
    std::vector<Part> parts;
    forEachPart(touch, facts.pointers,
                [&](ObjectId object, const Footprint &bytes) { parts.push_back({object, bytes}); });
    return parts;
  }

  void visitAll() {
    for (std::uint32_t i = 0; i < result.nodes.size(); ++i)
      for (std::uint32_t j = i; j < result.nodes.size(); ++j)
        if (!visit(i, j))
          return;
  }

  /// Only nodes that may touch a common object are compared.
  void visitByObject() {
    std::vector<std::vector<std::uint32_t>> byObject(facts.pointers.objectCount());
    for (std::uint32_t i = 0; i < result.nodes.size(); ++i) {
      const auto add = [&](const std::vector<Part> &parts) {
        for (const Part &part : parts) {
          std::vector<std::uint32_t> &users = byObject[part.object];
          if (users.empty() || users.back() != i)
            users.push_back(i);
        }
      };
      add(abouts[i].parts);
      add(abouts[i].mutexParts);
    }
    llvm::DenseSet<std::pair<std::uint32_t, std::uint32_t>> met;
    for (const std::vector<std::uint32_t> &users : byObject)
      for (std::size_t i = 0; i < users.size(); ++i)
        for (std::size_t j = i; j < users.size(); ++j) {
          if (!kindOf(result.nodes[users[i]], result.nodes[users[j]]))
            continue;
          const bool isShared =
              abouts[users[i]].parts.size() > 1 && abouts[users[j]].parts.size() > 1;
          if (isShared && !met.insert({users[i], users[j]}).second)
            continue;
          if (!visit(users[i], users[j]))
            return;
        }
  }

  /// False if there are too many pairs.
  bool visit(std::uint32_t i, std::uint32_t j) {
    const AccessNode &one = result.nodes[i];
    const AccessNode &other = result.nodes[j];
    const auto kind = kindOf(one, other);
    if (!kind || !isAsked(one, other))
      return true;
    if (++compared > options.mostBesideRace && hasRace) {
      result.isCutShort = true;
      return false;
    }
    AccessPair pair;
    pair.kind = *kind;
    pair.one = i;
    pair.other = j;
    if (!mayCome(pair)) {
      noteOrdered(pair);
      return true;
    }
    const auto at = static_cast<std::size_t>(*kind);
    ++result.counts.parallel[at];
    const auto common = commonPart(pair, false);
    if (!common && options.alias)
      return true;
    result.counts.aliased[at] += common.has_value();
    const auto known = options.escape && common ? commonPart(pair, true) : common;
    if (options.escape && !known && (common || !areKnown(pair)))
      return true;
    ++result.counts.escaped[at];
    pair.object = known.value_or(ObjectId{0});
    protect(pair);
    if (pair.protection == Protection::Own && !options.explains && !options.listsOwn)
      return true; // That is what the disjoint filter is for.
    ++result.counts.left[at];
    result.counts.unguarded[at] += pair.protection == Protection::None;
    if (result.pairs.size() >= options.most) {
      result.isCutShort = true;
      return false;
    }
    hasRace |= AccessPairs::isRace(pair);
    result.pairs.push_back(std::move(pair));
    return true;
  }

  bool isAsked(const AccessNode &one, const AccessNode &other) const {
    return !options.about || options.about->contains(one.user) ||
           options.about->contains(other.user);
  }

  void noteOrdered(const AccessPair &pair) {
    const StaticThread thread = result.nodes[pair.one].thread;
    const bool isOne =
        thread == result.nodes[pair.other].thread && facts.order.instances().isSingle(thread);
    if (options.explains && pair.kind == PairKind::RW && !isOne && commonPart(pair, true))
      result.ordered.emplace_back(pair.one, pair.other);
  }

  /// Whether both may happen, in different threads, and in either order or as a race.
  bool mayCome(AccessPair &pair) const {
    const AccessNode &one = result.nodes[pair.one];
    const AccessNode &other = result.nodes[pair.other];
    const Order::Node &a = *abouts[pair.one].ordered;
    const Order::Node &b = *abouts[pair.other].ordered;
    if (!facts.order.mayMeet(a, b) || !mayCallersMeet(one, other))
      return false;
    if (!options.synchronisation || facts.order.mayHappenInParallel(a, b))
      return true;
    pair.isOrdered = true;
    return pair.kind == PairKind::RW && !(one.isAtomic && other.isAtomic) &&
           !facts.order.synchronised(a, b) && !facts.order.synchronised(b, a);
  }

  /// A thread is at the calls that lead to an access all the time that it takes.
  bool mayCallersMeet(const AccessNode &one, const AccessNode &other) const {
    for (const llvm::Instruction *at : {one.user, one.caller})
      for (const llvm::Instruction *there : {other.user, other.caller})
        if (at && there && (at != one.at || there != other.at) &&
            !facts.parallel.mayHappen(one.thread, *at, other.thread, *there))
          return false;
    return true;
  }

  /// An object that both may touch at the same place; `known`: that other threads know.
  std::optional<ObjectId> commonPart(const AccessPair &pair, bool known) const {
    const About &one = abouts[pair.one];
    const About &other = abouts[pair.other];
    if (known && pair.kind == PairKind::RW && !(one.isEscaped && other.isEscaped))
      return std::nullopt;
    // A wait meets one that takes its mutex, by the mutex.
    const bool byMutex = pair.kind == PairKind::WM;
    const auto &mine = byMutex && result.nodes[pair.one].mutex ? one.mutexParts : one.parts;
    const auto &theirs = byMutex && result.nodes[pair.other].mutex ? other.mutexParts : other.parts;
    for (const Part &part : mine)
      for (const Part &that : theirs)
        if (part.meets(that) && (!known || facts.escape.isEscaped(part.object)))
          return part.object;
    return std::nullopt;
  }

  /// Whether each may touch something that other threads know.
  bool areKnown(const AccessPair &pair) const {
    const auto isKnown = [&](const About &about) {
      return about.isEscaped && std::ranges::any_of(about.parts, [&](const Part &part) {
               return facts.escape.isEscaped(part.object);
             });
    };
    return isKnown(abouts[pair.one]) && isKnown(abouts[pair.other]);
  }

  const std::vector<HeldLock> &heldBy(std::uint32_t index) {
    About &about = abouts[index];
    if (about.hasHeld)
      return about.held;
    const AccessNode &node = result.nodes[index];
    about.hasHeld = true;
    about.held = facts.locks.held(node.thread, *node.at);
    for (const llvm::Instruction *call : {node.user, node.caller})
      if (call && call != node.at)
        for (const HeldLock &lock : facts.locks.heldThrough(node.thread, *call))
          about.held.push_back(lock);
    return about.held;
  }

  void protect(AccessPair &pair) {
    if (pair.kind == PairKind::WM || pair.kind == PairKind::WN)
      return; // Who waits has given its lock away.
    const AccessNode &one = result.nodes[pair.one];
    const AccessNode &other = result.nodes[pair.other];
    for (const HeldLock &mine : heldBy(pair.one))
      for (const HeldLock &theirs : heldBy(pair.other))
        if (mine.lock == theirs.lock &&
            (mine.mode == LockMode::Exclusive || theirs.mode == LockMode::Exclusive) &&
            std::ranges::find(pair.locks, mine.lock) == pair.locks.end())
          pair.locks.push_back(mine.lock);
    if (!pair.locks.empty())
      pair.protection = Protection::Locks;
    else if (pair.kind == PairKind::RW && one.isAtomic && other.isAtomic)
      pair.protection = Protection::Atomic;
    else if (pair.kind == PairKind::RW && options.disjoint && haveOwnLock(pair))
      pair.protection = Protection::Own;
  }

  /// The disjoint filter: what both access is one object only if they also hold one lock.
  bool haveOwnLock(const AccessPair &pair) const {
    const AccessNode &one = result.nodes[pair.one];
    const AccessNode &other = result.nodes[pair.other];
    const auto mine = facts.locks.ownLocks(one.thread, *one.at, *one.touch.pointer);
    if (mine.empty())
      return false;
    bool areWhole = true; // Then an access begins where the other does.
    for (const Part &part : abouts[pair.one].parts)
      for (const Part &that : abouts[pair.other].parts)
        areWhole &= !part.meets(that) || part.bytes.meetsAsWhole(that.bytes);
    for (const OwnLock &theirs :
         facts.locks.ownLocks(other.thread, *other.at, *other.touch.pointer))
      for (const OwnLock &lock : mine)
        if (lock.base == theirs.base && lock.offset == theirs.offset &&
            (lock.mode == LockMode::Exclusive || theirs.mode == LockMode::Exclusive) &&
            (lock.base == OwnLock::Object || areWhole))
          return true;
    return false;
  }

  const PairFacts &facts;
  const PairOptions &options;
  std::vector<About> abouts;
  std::uint64_t compared = 0;
  bool hasRace = false;
  AccessPairs result;
};

} // namespace

AccessPairs findPairs(const PairFacts &facts, const PairOptions &options) {
  return PairFinder(facts, options).find();
}

} // namespace heddle::analysis
