#include "diff/unordered.h"

#include "diff/explain.h"
#include "diff/told.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/ADT/BitVector.h>
#include <llvm/IR/Instructions.h>
#include <map>
#include <set>

namespace heddle::diff {

namespace {

using Kind = ExclusionDifference::Kind;

/// A thread at a statement, as both versions have it.
using Actor = std::pair<ClassId, ClassId>;
using ActorId = std::uint32_t;

/// Square matrices of bits, of which most rows are empty.
class Pairs {
public:
  void resize(std::size_t count) { rows.resize(count); }
  void set(ActorId one, ActorId other) {
    if (rows[one].empty())
      rows[one].resize(static_cast<unsigned>(rows.size()));
    rows[one].set(other);
  }
  bool test(ActorId one, ActorId other) const {
    return !rows[one].empty() && rows[one].test(other);
  }
  const llvm::BitVector &of(ActorId one) const { return rows[one]; }

private:
  std::vector<llvm::BitVector> rows;
};

/// One version.
struct Known {
  Pairs unordered; ///< Some conflict, and may come in either order. Symmetric.
  Pairs ordered;   ///< Some conflict, of which the first always comes first.
  std::vector<std::vector<StatementId>> statements; ///< By actor.
};

class OrderComparer {
public:
  OrderComparer(const Classes &classes, std::array<const Relations *, 2> relations,
                const CompareOptions &options, Comparison &result)
      : classes(classes), relations(relations), options(options), result(result),
        told(classes, options) {}

  std::vector<ExclusionDifference> run() {
    number();
    if (actors.size() > mostActors) {
      result.gaps.push_back({"order-cap", "too many accesses to compare their orders", Side::New,
                             program::noLocation});
      return {};
    }
    for (const Side side : {Side::Old, Side::New})
      examine(side);
    for (const Side side : {Side::Old, Side::New})
      compare(side);
    return std::move(found);
  }

private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  const Statement &at(Side side, StatementId id) const {
    return classes.version(side).statements()[id];
  }
  ClassId threadClass(Side side, std::uint32_t thread) const {
    const Version &version = classes.version(side);
    const llvm::CallBase *anchor =
        version.study.threads.all()[version.threads()[thread].kind].anchor();
    return anchor ? classes.ofLocation(side, version.program().locationOf(*anchor)) : initialClass;
  }
  std::optional<Actor> actorOf(Side side, StatementId id) const {
    const Statement &statement = at(side, id);
    if (!statement.use || statement.user == program::noLocation)
      return std::nullopt;
    const program::Program &program = classes.version(side).program();
    if (!options.allAccesses &&
        program.functions()[program.location(statement.user).function].isModel)
      return std::nullopt;
    const Actor actor(threadClass(side, statement.thread), classes.ofStatement(side, id));
    if (!classes.isCommon(actor.first) || !classes.isCommon(actor.second))
      return std::nullopt;
    return actor;
  }

  /// Those that both versions have.
  void number() {
    std::map<Actor, std::vector<StatementId>> by[2];
    for (const Side side : {Side::Old, Side::New})
      for (StatementId id = 1; id < classes.version(side).statements().size(); ++id)
        if (const auto actor = actorOf(side, id))
          by[index(side)][*actor].push_back(id);
    for (const Side side : {Side::Old, Side::New})
      actorBy[index(side)].assign(classes.version(side).statements().size(), nobody);
    for (const auto &[actor, list] : by[0]) {
      const auto other = by[1].find(actor);
      if (other == by[1].end())
        continue;
      for (const StatementId id : list)
        actorBy[0][id] = static_cast<ActorId>(actors.size());
      for (const StatementId id : other->second)
        actorBy[1][id] = static_cast<ActorId>(actors.size());
      known[0].statements.push_back(list);
      known[1].statements.push_back(other->second);
      actors.push_back(actor);
    }
  }

  void examine(Side side) {
    const Version &version = classes.version(side);
    Known &here = known[index(side)];
    here.unordered.resize(actors.size());
    here.ordered.resize(actors.size());
    std::vector<std::vector<StatementId>> readers(version.variables().size()), writers = readers;
    for (StatementId id = 1; id < version.statements().size(); ++id) {
      if (actorBy[index(side)][id] == nobody)
        continue;
      const MemoryUse &use = *at(side, id).use;
      for (const VariableId variable : use.stores)
        writers[variable].push_back(id);
      for (const VariableId variable : use.loads)
        if (std::ranges::find(use.stores, variable) == use.stores.end())
          readers[variable].push_back(id);
    }
    for (VariableId variable = 0; variable < version.variables().size(); ++variable)
      for (const StatementId writer : writers[variable]) {
        for (const StatementId other : readers[variable])
          note(side, writer, other);
        for (const StatementId other : writers[variable])
          if (writer < other)
            note(side, writer, other);
      }
  }

  void note(Side side, StatementId one, StatementId other) {
    if (at(side, one).thread == at(side, other).thread)
      return;
    Known &here = known[index(side)];
    const ActorId a = actorBy[index(side)][one], b = actorBy[index(side)][other];
    if (here.unordered.test(a, b))
      return;
    const Relations &there = *relations[index(side)];
    if (there.mustHb(one, other)) {
      here.ordered.set(a, b);
    } else if (there.mustHb(other, one)) {
      here.ordered.set(b, a);
    } else {
      here.unordered.set(a, b);
      here.unordered.set(b, a);
    }
  }

  void compare(Side side) {
    const Known &here = known[index(side)], &there = known[index(otherSide(side))];
    for (ActorId one = 0; one < actors.size(); ++one)
      for (const unsigned other : here.unordered.of(one).set_bits())
        if (!there.unordered.test(one, other) && there.ordered.test(one, other) &&
            !there.ordered.test(other, one))
          tell(side, one, other);
  }

  /// The first always comes before the second in the other version, and in this one need not.
  void tell(Side side, ActorId first, ActorId second) {
    const auto here = sample(side, first, second, [&](StatementId one, StatementId other) {
      return !relations[index(side)]->mustHb(one, other) &&
             !relations[index(side)]->mustHb(other, one);
    });
    const auto there =
        sample(otherSide(side), first, second, [&](StatementId one, StatementId other) {
          return relations[index(otherSide(side))]->mustHb(one, other);
        });
    if (!here || !there)
      return;
    ExclusionDifference difference;
    difference.kind = Kind::Order;
    difference.onlyIn = side;
    difference.variable = classes.version(side).nameAt(here->second.first, here->first);
    addAccess(difference, here->second.first, here->first);
    addAccess(difference, here->second.second, here->first);
    if (!told.isNew(difference))
      return;
    const Reasons reasons(*relations[index(otherSide(side))]);
    const auto &[one, other] = there->second;
    const std::string why = reasons.whyOrdered(one, other);
    difference.why =
        fmt::format("in the {} version the {} at {} always comes first{}", name(otherSide(side)),
                    contains(at(otherSide(side), one).use->stores, there->first) ? "write" : "read",
                    reasons.placeOf(one), why.empty() ? "" : " (" + why + ")");
    found.push_back(std::move(difference));
  }

  /// A variable on which the two conflict, and statements of them that are so.
  using Sample = std::pair<VariableId, std::pair<StatementId, StatementId>>;
  template <class Test>
  std::optional<Sample> sample(Side side, ActorId first, ActorId second, Test test) const {
    for (const StatementId one : known[index(side)].statements[first])
      for (const StatementId other : known[index(side)].statements[second]) {
        if (at(side, one).thread == at(side, other).thread || !test(one, other))
          continue;
        const MemoryUse &a = *at(side, one).use;
        const MemoryUse &b = *at(side, other).use;
        for (const VariableId variable : a.stores)
          if (contains(b.loads, variable) || contains(b.stores, variable))
            return Sample(variable, {one, other});
        for (const VariableId variable : a.loads)
          if (contains(b.stores, variable))
            return Sample(variable, {one, other});
      }
    return std::nullopt;
  }

  static bool contains(const std::vector<VariableId> &list, VariableId id) {
    return std::ranges::find(list, id) != list.end();
  }

  void addAccess(ExclusionDifference &difference, StatementId id, VariableId variable) const {
    const Side side = difference.onlyIn;
    const Version &version = classes.version(side);
    const bool writes = contains(at(side, id).use->stores, variable);
    difference.accesses.push_back(
        {at(side, id).user, classes.matching().other(side, at(side, id).user),
         version.threads()[at(side, id).thread].name,
         fmt::format("{} of {}", writes ? "write" : "read", version.nameAt(id, variable))});
  }

  static constexpr ActorId nobody = ~ActorId{0};
  static constexpr std::size_t mostActors = 30'000;
  const Classes &classes;
  const std::array<const Relations *, 2> relations;
  const CompareOptions &options;
  Comparison &result;
  std::vector<Actor> actors;
  std::vector<ActorId> actorBy[2]; ///< By statement.
  Known known[2];
  Told told;
  std::vector<ExclusionDifference> found;
};

} // namespace

std::vector<ExclusionDifference> compareOrders(const Classes &classes,
                                               std::array<const Relations *, 2> relations,
                                               const CompareOptions &options, Comparison &result) {
  return OrderComparer(classes, relations, options, result).run();
}

} // namespace heddle::diff
