#include "diff/structure.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <map>
#include <set>

namespace heddle::diff {

namespace {

using program::OpKind;

class StructureComparer {
public:
  StructureComparer(const Classes &classes, Comparison &result)
      : classes(classes), result(result) {}

  void run() {
    compareLockOrder();
    compareThreads();
    listChanges();
  }

private:
  /// A lock by what both versions call it, as far as its variable is known in both.
  std::string lockName(Side side, analysis::LockNodeId id) const {
    return classes.version(side).study.lockOrder.nodes()[id].name;
  }

  program::LocationId locationOf(Side side, const llvm::Instruction *at) const {
    return at ? classes.version(side).program().locationOf(*at) : program::noLocation;
  }
  /// In the user's own code.
  program::LocationId userLocation(Side side, const analysis::LockEdge &edge) const {
    const program::Program &program = classes.version(side).program();
    for (auto at = edge.chain.rbegin(); at != edge.chain.rend(); ++at) {
      const auto function = program.functionOf(*(*at)->getFunction());
      if (function && !program.functions()[*function].isModel)
        return program.locationOf(**at);
    }
    return locationOf(side, edge.takenAt);
  }

  LockCycleDifference describe(Side side, const analysis::DeadlockCandidate &cycle) const {
    const Version &version = classes.version(side);
    LockCycleDifference difference;
    difference.onlyIn = side;
    for (const analysis::DeadlockCandidate::Link &link : cycle.links) {
      LockCycleDifference::Link &shown = difference.links.emplace_back();
      shown.held = lockName(side, link.held);
      shown.wanted = lockName(side, link.taken);
      if (link.edges.empty())
        continue;
      const analysis::LockEdge &edge = version.study.lockOrder.edges()[link.edges.front()];
      shown.heldAt = locationOf(side, edge.heldAt);
      shown.wantedAt = userLocation(side, edge);
      for (const ThreadInstance &thread : version.threads())
        if (thread.kind == edge.thread) {
          shown.thread = thread.name;
          break;
        }
    }
    return difference;
  }

  /// A cycle by its locks, whichever comes first and whatever they are called: by where they are
  /// taken in both versions.
  using CycleKey = std::set<std::set<ClassId>>;
  CycleKey keyOf(Side side, const analysis::DeadlockCandidate &cycle) const {
    const Version &version = classes.version(side);
    CycleKey key;
    for (const analysis::DeadlockCandidate::Link &link : cycle.links) {
      std::set<ClassId> places;
      for (const std::size_t index : link.edges) {
        const analysis::LockEdge &edge = version.study.lockOrder.edges()[index];
        places.insert(classes.ofLocation(side, userLocation(side, edge)));
      }
      key.insert(std::move(places));
    }
    return key;
  }
  std::set<std::string> namesOf(Side side, const analysis::DeadlockCandidate &cycle) const {
    std::set<std::string> names;
    for (const analysis::DeadlockCandidate::Link &link : cycle.links)
      names.insert(lockName(side, link.held) + "<" + lockName(side, link.taken));
    return names;
  }

  void compareLockOrder() {
    std::set<CycleKey> known[2];
    std::set<std::set<std::string>> names[2];
    const auto cyclesOf = [&](Side side) {
      return classes.version(side).study.lockOrder.candidates();
    };
    for (const Side side : {Side::Old, Side::New})
      for (const analysis::DeadlockCandidate &cycle : cyclesOf(side)) {
        known[static_cast<std::size_t>(side)].insert(keyOf(side, cycle));
        names[static_cast<std::size_t>(side)].insert(namesOf(side, cycle));
      }
    for (const Side side : {Side::Old, Side::New}) {
      const auto there = static_cast<std::size_t>(otherSide(side));
      for (const analysis::DeadlockCandidate &cycle : cyclesOf(side)) {
        if (known[there].contains(keyOf(side, cycle)) ||
            names[there].contains(namesOf(side, cycle)))
          continue;
        LockCycleDifference difference = describe(side, cycle);
        difference.why =
            fmt::format("in the {} version these locks are never taken in a circle, or not by "
                        "threads that run at the same time",
                        name(otherSide(side)));
        result.lockOrder.push_back(std::move(difference));
      }
    }
  }

  /// The user's call that makes the thread.
  program::LocationId creationOf(Side side, analysis::StaticThread kind) const {
    const analysis::ThreadAbout &about = classes.version(side).study.threads.all()[kind];
    return locationOf(side, about.anchor());
  }

  void compareThreads() {
    for (const Side side : {Side::Old, Side::New}) {
      const Version &version = classes.version(side);
      const Version &there = classes.version(otherSide(side));
      for (analysis::StaticThread kind = 1; kind < version.study.threads.all().size(); ++kind) {
        const program::LocationId creation = creationOf(side, kind);
        const std::optional<analysis::StaticThread> partner = partnerOf(side, kind);
        ThreadDifference difference;
        difference.onlyIn = side;
        difference.creation = creation;
        for (const ThreadInstance &thread : version.threads())
          if (thread.kind == kind)
            difference.routine = thread.routine;
        if (!partner) {
          difference.kind = ThreadDifference::Kind::Created;
          difference.at = creation;
          result.threads.push_back(difference);
          continue;
        }
        const std::optional<program::LocationId> join = joinOf(version, kind);
        if (join && !joinOf(there, *partner)) {
          difference.kind = ThreadDifference::Kind::Joined;
          difference.at = *join;
          result.threads.push_back(difference);
        }
      }
    }
  }

  std::optional<analysis::StaticThread> partnerOf(Side side, analysis::StaticThread kind) const {
    const ClassId creation = classes.ofLocation(side, creationOf(side, kind));
    const auto others = classes.version(otherSide(side)).study.threads.all();
    for (analysis::StaticThread other = 1; other < others.size(); ++other)
      if (classes.ofLocation(otherSide(side), creationOf(otherSide(side), other)) == creation)
        return other;
    return std::nullopt;
  }

  static std::optional<program::LocationId> joinOf(const Version &version,
                                                   analysis::StaticThread kind) {
    for (const Version::ThreadFact &join : version.joins())
      if (version.threads()[join.other].kind == kind)
        return version.statements()[join.at].user;
    return std::nullopt;
  }

  static bool isListed(OpKind kind) {
    return (kind >= OpKind::Lock && kind <= OpKind::Join) || kind == OpKind::Free;
  }

  void listChanges() {
    for (const Side side : {Side::Old, Side::New}) {
      const Version &version = classes.version(side);
      std::map<program::LocationId, std::string> changes;
      for (StatementId id = 1; id < version.statements().size(); ++id) {
        const Statement &statement = version.statements()[id];
        if (!statement.use || statement.user == program::noLocation ||
            llvm::isa_and_nonnull<llvm::LifetimeIntrinsic>(statement.where.at) ||
            classes.isCommon(classes.ofLocation(side, statement.user)))
          continue;
        const bool writes = !statement.use->stores.empty();
        const auto &list = writes ? statement.use->stores : statement.use->loads;
        changes.try_emplace(statement.user, fmt::format("{} of {}", writes ? "write" : "read",
                                                        version.nameAt(id, list.front())));
      }
      const auto locations = version.program().locations();
      for (program::LocationId at = 0; at < locations.size(); ++at) {
        if (!isListed(locations[at].kind) || classes.isCommon(classes.ofLocation(side, at)) ||
            version.program().functions()[locations[at].function].isModel)
          continue;
        const auto *call = llvm::dyn_cast<llvm::CallBase>(locations[at].instruction);
        std::string what(program::name(locations[at].kind));
        if (call && call->arg_size() && call->getArgOperand(0)->getType()->isPointerTy())
          what += " " + version.program().nameOf(*call->getArgOperand(0));
        changes.try_emplace(at, what);
      }
      for (const auto &[at, what] : changes)
        result.statements.push_back({side, at, what});
    }
  }

  const Classes &classes;
  Comparison &result;
};

} // namespace

void compareStructure(const Classes &classes, Comparison &result) {
  StructureComparer(classes, result).run();
}

} // namespace heddle::diff
