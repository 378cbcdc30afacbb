#include "diff/guards.h"

#include "diff/branches.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <map>
#include <set>

namespace heddle::diff {

namespace {

using Kind = ExclusionDifference::Kind;

/// What is asked about, whether by a wait, and whether in the critical section of the access.
struct Guard {
  ClassId variable = 0;
  bool isWait = false;
  bool isInSection = false;
  auto operator<=>(const Guard &) const = default;
};
/// The guards of a statement, with a read each that asks.
using Guards = std::map<Guard, StatementId>;

/// One version.
class Asked {
public:
  Asked(const Classes &classes, Side side, const CompareOptions &options)
      : classes(classes), side(side), options(options), version(classes.version(side)),
        branches(version.study.pointers) {
    const auto statements = version.statements();
    for (StatementId id = 1; id < statements.size(); ++id)
      if (statements[id].use && statements[id].where.at)
        byInstruction[{statements[id].thread, statements[id].where.at}].push_back(id);
    for (StatementId id = 1; id < statements.size(); ++id)
      if (isListed(id))
        add(id);
  }

  /// By statement: what all who come there have asked.
  const std::map<ClassId, Guards> &all() const { return found; }
  StatementId anyOf(ClassId statement) const { return shown.at(statement); }

private:
  const Statement &at(StatementId id) const { return version.statements()[id]; }
  bool isListed(StatementId id) const {
    if (!at(id).use || !at(id).where.at || at(id).user == program::noLocation ||
        !classes.isCommon(classes.ofStatement(side, id)))
      return false;
    const program::Program &program = version.program();
    return options.allAccesses ||
           !program.functions()[program.location(at(id).user).function].isModel;
  }

  void add(StatementId id) {
    const ClassId name = classes.ofStatement(side, id);
    const Guards guards = guardsOf(id);
    shown.try_emplace(name, id);
    const auto [known, isNew] = found.try_emplace(name, guards);
    if (!isNew)
      std::erase_if(known->second,
                    [&](const auto &guard) { return !guards.contains(guard.first); });
  }

  Guards guardsOf(StatementId id) {
    Guards guards;
    const ThreadGraph &graph = version.graphOf(at(id).thread);
    ContextId context = at(id).where.context;
    for (const llvm::Instruction *here = at(id).where.at;;
         context = graph.context(context).parent) {
      for (const llvm::Instruction *read : branches.decidersOf(*here->getParent()))
        addRead(id, *read, false, guards);
      for (const llvm::Instruction *read : branches.waitedFor(*here))
        addRead(id, *read, true, guards);
      if (!graph.context(context).call)
        break;
      here = graph.context(context).call;
    }
    return guards;
  }

  void addRead(StatementId id, const llvm::Instruction &read, bool isWait, Guards &guards) const {
    const auto asking = byInstruction.find({at(id).thread, &read});
    if (asking == byInstruction.end())
      return;
    for (const StatementId one : asking->second) {
      // What may be any element of an array asks about none.
      if (at(one).use->isVague || at(one).use->loads.size() != 1)
        continue;
      const ClassId name = classes.ofVariable(side, at(one).use->loads.front());
      guards.try_emplace({name, isWait, false}, one);
      if (areInOneSection(one, id))
        guards.try_emplace({name, isWait, true}, one);
    }
  }

  bool areInOneSection(StatementId one, StatementId other) const {
    for (const Version::Held &a : version.heldAt(one))
      for (const Version::Held &b : version.heldAt(other))
        if (a.lock == b.lock && (!a.section || !b.section || a.section == b.section))
          return true;
    return false;
  }

  const Classes &classes;
  const Side side;
  const CompareOptions &options;
  const Version &version;
  Branches branches;
  std::map<std::pair<std::uint32_t, const llvm::Instruction *>, std::vector<StatementId>>
      byInstruction;
  std::map<ClassId, Guards> found;
  std::map<ClassId, StatementId> shown;
};

class GuardComparer {
public:
  GuardComparer(const Classes &classes, const CompareOptions &options)
      : classes(classes), options(options),
        versions{Asked(classes, Side::Old, options), Asked(classes, Side::New, options)} {}

  std::vector<ExclusionDifference> run() {
    for (const Side side : {Side::Old, Side::New})
      for (const auto &[statement, guards] : versions[index(side)].all()) {
        const auto there = versions[index(otherSide(side))].all().find(statement);
        if (there == versions[index(otherSide(side))].all().end())
          continue;
        for (const auto &[guard, read] : guards)
          if (!there->second.contains(guard) &&
              (!guard.isInSection || there->second.contains({guard.variable, guard.isWait, false})))
            tell(side, statement, guard, read);
      }
    return std::move(found);
  }

private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

  /// This version asks before it does what the other does without.
  void tell(Side asking, ClassId statement, const Guard &guard, StatementId read) {
    const Side side = otherSide(asking);
    const StatementId id = versions[index(side)].anyOf(statement);
    const Version &here = classes.version(side);
    const Version &there = classes.version(asking);
    const Statement &access = here.statements()[id];
    ExclusionDifference difference;
    difference.kind = Kind::Condition;
    difference.onlyIn = side;
    const MemoryUse &asked = *there.statements()[read].use;
    difference.variable = there.nameAt(read, asked.loads.front());
    const auto &list = access.use->stores.empty() ? access.use->loads : access.use->stores;
    difference.accesses.push_back(
        {access.user, classes.matching().other(side, access.user),
         here.threads()[access.thread].name,
         fmt::format("{} of {}", access.use->stores.empty() ? "read" : "write",
                     here.nameAt(id, list.front()))});
    const program::Program &program = here.program();
    const program::Place place = program.place(access.user);
    if ((!options.variable.empty() && difference.variable != options.variable &&
         here.nameAt(id, list.front()) != options.variable) ||
        (!options.function.empty() && place.function != options.function) ||
        !shown.emplace(side, guard, classes.ofStatement(asking, read)).second)
      return;
    const program::Place from = there.program().place(there.statements()[read].user);
    difference.why = fmt::format(
        "in the {} version {} the read of {} at {}:{}{}", name(asking),
        guard.isWait ? "it comes after a wait that ends by" : "it hangs on", difference.variable,
        from.file, from.line, guard.isInSection ? ", in the same critical section" : "");
    found.push_back(std::move(difference));
  }

  const Classes &classes;
  const CompareOptions &options;
  Asked versions[2];
  /// Of a read that asks, one access that hangs on it is enough.
  std::set<std::tuple<Side, Guard, ClassId>> shown;
  std::vector<ExclusionDifference> found;
};

} // namespace

std::vector<ExclusionDifference> compareGuards(const Classes &classes,
                                               const CompareOptions &options) {
  return GuardComparer(classes, options).run();
}

} // namespace heddle::diff
