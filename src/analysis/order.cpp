#include "analysis/order.h"

#include "analysis/order_rules.h"

#include <algorithm>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

namespace {

/// Which rules follow from which, of those that are `used`.
class Consequences {
public:
  Consequences(const Rules &rules, llvm::BitVector used) : rules(rules), used(std::move(used)) {
    findFollowing();
  }

  Order::Node::Bits bitsOf(StaticThread thread, const llvm::Instruction &at) const {
    Order::Node::Bits bits;
    const llvm::BitVector own = passed(thread, at);
    bits.after = own;
    for (const unsigned rule : own.set_bits())
      bits.after |= implied[rule];
    bits.before = before(thread, at);
    return bits;
  }

  /// The rules between one that the first comes before and one that the second comes after: by
  /// single steps, if that will do.
  std::vector<unsigned> path(const Order::Node &one, const Order::Node &other) const {
    const llvm::BitVector ends = passed(other.kind(), *other.place());
    llvm::BitVector own(count());
    for (const unsigned rule : used.set_bits())
      if (std::ranges::any_of(rules.all[rule].releases, [&](const Point &release) {
            return isBefore(release, one.kind(), *one.place());
          }))
        own.set(rule);
    const llvm::BitVector all = before(one.kind(), *one.place());
    own &= all;
    std::vector<unsigned> result = path(own, ends, direct);
    return result.empty() ? path(all, ends, implied) : result;
  }

private:
  unsigned count() const { return static_cast<unsigned>(rules.all.size()); }

  std::vector<unsigned> path(const llvm::BitVector &starts, const llvm::BitVector &ends,
                             const std::vector<llvm::BitVector> &earlier) const {
    std::vector<std::pair<unsigned, std::size_t>> queue; ///< With whence, which is itself at first.
    llvm::BitVector seen = starts;
    for (const unsigned rule : starts.set_bits())
      queue.emplace_back(rule, queue.size());
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (ends.test(queue[i].first)) {
        std::vector<unsigned> result = {queue[i].first};
        for (; queue[i].second != i; i = queue[i].second)
          result.insert(result.begin(), queue[queue[i].second].first);
        return result;
      }
      for (const unsigned next : used.set_bits())
        if (!seen.test(next) && earlier[next].test(queue[i].first)) {
          seen.set(next);
          queue.emplace_back(next, i);
        }
    }
    return {};
  }

  bool isPassed(const Point &acquire, StaticThread thread, const llvm::Instruction &at) const {
    if (acquire.thread != thread)
      return false;
    if (acquire.places == Point::wholeThread)
      return true;
    const auto passed = rules.knownPassages(thread, acquire.places)->before(at);
    return passed && passed->least >= acquire.level;
  }

  /// Whose acquires lie behind a thread when it is there; without what follows from them.
  llvm::BitVector passed(StaticThread thread, const llvm::Instruction &at) const {
    llvm::BitVector result(count());
    for (const unsigned rule : used.set_bits())
      if (std::ranges::any_of(rules.all[rule].acquires,
                              [&](const Point &acquire) { return isPassed(acquire, thread, at); }))
        result.set(rule);
    return result;
  }

  /// Whose acquires lie behind a release, if anybody comes to it.
  llvm::BitVector passedAt(const Point &release) const {
    llvm::BitVector result(count());
    if (release.body)
      return result;
    if (release.places == Point::wholeThread) {
      for (const unsigned rule : used.set_bits())
        if (std::ranges::any_of(rules.all[rule].acquires, [&](const Point &acquire) {
              return acquire.thread == release.thread && acquire.places == Point::wholeThread;
            }))
          result.set(rule);
      return result;
    }
    result = used;
    const Passages &passages = *rules.knownPassages(release.thread, release.places);
    const Places &places = rules.placesOf(release.places);
    const auto meet = [&](const llvm::Instruction &at) {
      const auto so = passages.before(at);
      if (so && so->least < release.level && so->most + 1 >= release.level)
        result &= passed(release.thread, at);
    };
    for (const auto &[instruction, isSure] : places.instructions)
      meet(*instruction);
    for (const llvm::CallBase *call : places.begins)
      meet(*call);
    return result;
  }

  /// implied[r]: the rules that hold whenever an acquire of r is passed.
  void findFollowing() {
    std::vector<std::vector<llvm::BitVector>> passing(count());
    direct.assign(count(), llvm::BitVector(count()));
    for (const unsigned rule : used.set_bits())
      for (const Point &release : rules.all[rule].releases)
        direct[rule] |= passing[rule].emplace_back(passedAt(release));
    implied.assign(count(), llvm::BitVector(count()));
    releaseBits.resize(count());
    for (bool changed = true; changed;) {
      changed = false;
      for (const unsigned rule : used.set_bits()) {
        llvm::BitVector all(count(), !rules.all[rule].needsAll);
        releaseBits[rule].clear();
        for (const llvm::BitVector &own : passing[rule]) {
          llvm::BitVector one = own;
          for (const unsigned earlier : own.set_bits())
            one |= implied[earlier];
          releaseBits[rule].push_back(one);
          if (rules.all[rule].needsAll)
            all |= one;
          else
            all &= one;
        }
        all |= implied[rule];
        changed |= all != implied[rule];
        implied[rule] = all;
      }
    }
  }

  bool isBefore(const Point &release, StaticThread thread, const llvm::Instruction &at) const {
    if (release.body)
      return release.body->contains(at.getFunction());
    if (release.thread != thread || (!release.isOfAll && !rules.instances.isSingle(thread)))
      return false;
    if (release.places == Point::wholeThread)
      return true;
    const auto most = rules.knownPassages(thread, release.places)->mostDuring(at);
    return most && *most < release.level;
  }

  /// The rules whose releases come after it: by themselves, or because they come after an acquire
  /// whose own releases do.
  llvm::BitVector before(StaticThread thread, const llvm::Instruction &at) const {
    llvm::BitVector result(count());
    std::vector<llvm::SmallVector<bool, 4>> own(count());
    for (const unsigned rule : used.set_bits())
      for (const Point &release : rules.all[rule].releases)
        own[rule].push_back(isBefore(release, thread, at));
    for (bool changed = true; changed;) {
      changed = false;
      for (const unsigned rule : used.set_bits()) {
        if (result.test(rule))
          continue;
        bool all = true;
        bool any = false;
        for (std::size_t i = 0; i < own[rule].size(); ++i) {
          const bool comes = own[rule][i] || releaseBits[rule][i].anyCommon(result);
          all &= comes;
          any |= comes;
        }
        if (rules.all[rule].needsAll ? any : all) {
          result.set(rule);
          changed = true;
        }
      }
    }
    return result;
  }

  const Rules &rules;
  llvm::BitVector used;
  std::vector<llvm::BitVector> direct; ///< Of any release, in one step: to explain.
  std::vector<llvm::BitVector> implied;
  std::vector<std::vector<llvm::BitVector>> releaseBits; ///< By rule and release.
};

} // namespace

struct Order::State {
  State(const PointsTo &pointers, const Threads &threads, const Parallel &parallel,
        OrderOptions options)
      : rules(prepare(pointers, threads, parallel, options)), ordered(*rules, allRules()),
        synchronised(*rules, synchronisedRules()) {}

  static std::unique_ptr<Rules> prepare(const PointsTo &pointers, const Threads &threads,
                                        const Parallel &parallel, OrderOptions options) {
    auto rules = std::make_unique<Rules>(pointers, threads, parallel, options);
    if (threads.all().size() == 1 || rules->jumps())
      return rules;
    addThreadRules(*rules);
    addSemaphoreRules(*rules);
    addBarrierRules(*rules);
    addConditionRules(*rules);
    addOnceRules(*rules);
    addFlagRules(*rules);
    return rules;
  }
  llvm::BitVector allRules() const {
    return llvm::BitVector(static_cast<unsigned>(rules->all.size()), true);
  }
  llvm::BitVector synchronisedRules() const {
    llvm::BitVector result = allRules();
    for (unsigned i = 0; i < result.size(); ++i)
      if (!rules->all[i].reason.isSynchronised)
        result.reset(i);
    return result;
  }

  const Node &node(StaticThread thread, const llvm::Instruction &at) {
    std::unique_ptr<Node> &known = nodes[{thread, &at}];
    if (!known) {
      known = std::make_unique<Node>();
      known->thread = thread;
      known->at = &at;
      known->underWay = rules->parallel.underWay(thread, at);
      known->forOrder = ordered.bitsOf(thread, at);
      known->forSynchronisation = synchronised.bitsOf(thread, at);
    }
    return *known;
  }

  std::unique_ptr<Rules> rules;
  Consequences ordered;
  Consequences synchronised;
  llvm::DenseMap<std::pair<StaticThread, const llvm::Instruction *>, std::unique_ptr<Node>> nodes;
};

Order::Order(std::unique_ptr<State> state) : state(std::move(state)) {}
Order::Order(Order &&) noexcept = default;
Order &Order::operator=(Order &&) noexcept = default;
Order::~Order() = default;

Order Order::analyse(const PointsTo &pointers, const Threads &threads, const Parallel &parallel,
                     OrderOptions options) {
  return Order(std::make_unique<State>(pointers, threads, parallel, options));
}

const Order::Node &Order::node(StaticThread thread, const llvm::Instruction &at) const {
  return state->node(thread, at);
}

bool Order::ordered(const Node &one, const Node &other) const {
  return one.forOrder.before.anyCommon(other.forOrder.after);
}

bool Order::synchronised(const Node &one, const Node &other) const {
  return one.forSynchronisation.before.anyCommon(other.forSynchronisation.after);
}

std::vector<OrderReason> Order::why(const Node &one, const Node &other) const {
  std::vector<OrderReason> result;
  if (!ordered(one, other))
    return result;
  const Consequences &by = synchronised(one, other) ? state->synchronised : state->ordered;
  for (const unsigned rule : by.path(one, other))
    result.push_back(state->rules->all[rule].reason);
  return result;
}

bool Order::mayMeet(const Node &one, const Node &other) const {
  return state->rules->parallel.areParallel(one.thread, other.thread) ||
         one.underWay.test(other.thread) || other.underWay.test(one.thread);
}

bool Order::mayHappenInParallel(const Node &one, const Node &other) const {
  return mayMeet(one, other) && !ordered(one, other) && !ordered(other, one);
}

const Instances &Order::instances() const {
  return state->rules->instances;
}

std::vector<OrderReason> Order::reasons() const {
  std::vector<OrderReason> result;
  for (const Rule &rule : state->rules->all)
    result.push_back(rule.reason);
  return result;
}

std::vector<OrderLink> Order::links() const {
  const Rules &rules = *state->rules;
  const auto pointOf = [&](const Point &point) {
    OrderPoint result{point.thread,
                      point.places == Point::wholeThread,
                      point.level,
                      point.isOfAll,
                      point.body != nullptr,
                      {},
                      {},
                      {}};
    if (result.isWholeThread || result.isBody)
      return result;
    const Places &places = rules.placesOf(point.places);
    for (const auto &[instruction, isSure] : places.instructions)
      result.done.push_back(instruction);
    result.begins.assign(places.begins.begin(), places.begins.end());
    result.edges.assign(places.edges.begin(), places.edges.end());
    return result;
  };
  std::vector<OrderLink> result;
  for (const Rule &rule : rules.all) {
    OrderLink &link = result.emplace_back();
    link.reason = rule.reason;
    link.needsAll = rule.needsAll;
    std::ranges::transform(rule.releases, std::back_inserter(link.releases), pointOf);
    std::ranges::transform(rule.acquires, std::back_inserter(link.acquires), pointOf);
  }
  return result;
}

} // namespace heddle::analysis
