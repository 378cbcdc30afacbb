#include "diff/overlap.h"

#include "diff/told.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/Instructions.h>
#include <map>
#include <set>

namespace heddle::diff {

namespace {

using analysis::AccessNode;
using analysis::AccessPair;
using analysis::AccessPairs;
using analysis::Protection;
using Kind = ExclusionDifference::Kind;

/// A thread at a statement, as both versions have it. Without the thread: `initialClass`.
using Actor = std::pair<ClassId, ClassId>;
using Actors = std::pair<Actor, Actor>; ///< The smaller one first.

/// What is known of two actors in one version.
struct State {
  bool isKeptApart = false; ///< By locks, somewhere.
  bool mayRace = false;
  std::optional<AccessPair> racing, kept; ///< One of each.
};

class OverlapComparer {
public:
  OverlapComparer(const Classes &classes, const CompareOptions &options, Comparison &result)
      : classes(classes), options(options), result(result), told(classes, options) {}

  void run() {
    std::map<ClassId, std::set<std::string>> locks[2];
    for (const Side side : {Side::Old, Side::New})
      locks[index(side)] = locksOf(side);
    std::set<ClassId> changed;
    for (const auto &[statement, held] : locks[0])
      if (const auto found = locks[1].find(statement);
          found != locks[1].end() && found->second != held)
        changed.insert(statement);
    if (changed.empty())
      return;
    for (const Side side : {Side::Old, Side::New})
      examine(side, changed);
    // What two statements do, whoever runs them, and then what threads that are told apart do.
    for (const bool byThread : {false, true})
      for (const Side side : {Side::Old, Side::New})
        for (const auto &[actors, state] : states[index(side)])
          if ((actors.first.first != initialClass) == byThread)
            compare(side, actors, state);
  }

private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

  /// The statement, if the user knows it and both versions have it.
  std::optional<ClassId> statementOf(Side side, const AccessNode &node) const {
    const program::Program &program = classes.version(side).program();
    const auto function = program.functionOf(*node.user->getFunction());
    if (!function || (program.functions()[*function].isModel && !options.allAccesses))
      return std::nullopt;
    const program::LocationId at = program.locationOf(*node.user);
    if (at == program::noLocation)
      return std::nullopt;
    const ClassId id = classes.ofLocation(side, at);
    return classes.isCommon(id) ? std::optional(id) : std::nullopt;
  }

  ClassId threadOf(Side side, analysis::StaticThread thread) const {
    const Version &version = classes.version(side);
    const llvm::CallBase *anchor = version.study.threads.all()[thread].anchor();
    // Main is no statement's thread, and is in both.
    return anchor ? classes.ofLocation(side, version.program().locationOf(*anchor)) : mainThread;
  }

  /// By statement: the sets of locks that it may be run with.
  std::map<ClassId, std::set<std::string>> locksOf(Side side) const {
    const analysis::Study &study = classes.version(side).study;
    const auto nodes =
        analysis::findAccessNodes(study.program, study.pointers, study.threads, {false});
    std::map<ClassId, std::set<std::string>> all;
    for (const AccessNode &node : nodes) {
      const auto statement = node.isMemory() ? statementOf(side, node) : std::nullopt;
      if (!statement)
        continue;
      std::vector<std::string> held;
      const auto add = [&](const std::vector<analysis::HeldLock> &locks) {
        for (const analysis::HeldLock &lock : locks)
          held.push_back(
              fmt::format("{} {}", study.locks.all()[lock.lock].name, static_cast<int>(lock.mode)));
      };
      add(study.locks.held(node.thread, *node.at));
      if (node.user != node.at)
        add(study.locks.heldThrough(node.thread, *node.user));
      for (const analysis::OwnLock &own :
           study.locks.ownLocks(node.thread, *node.at, *node.touch.pointer))
        held.push_back(fmt::format("{} {} {}", static_cast<int>(own.base), own.offset,
                                   static_cast<int>(own.mode)));
      std::ranges::sort(held);
      all[*statement].insert(fmt::format("{}", fmt::join(held, ", ")));
    }
    return all;
  }

  void examine(Side side, const std::set<ClassId> &changed) {
    const analysis::Study &study = classes.version(side).study;
    llvm::DenseSet<const llvm::Instruction *> about;
    for (const program::Location &location : study.program.locations())
      if (changed.contains(
              classes.ofLocation(side, study.program.locationOf(*location.instruction))))
        about.insert(location.instruction);
    AccessPairs &found = pairs[index(side)];
    found = study.findPairs({.listsOwn = true, .about = &about});
    if (found.isCutShort)
      result.gaps.push_back(
          {"pair-cap",
           fmt::format("more than {} pairs of accesses that conflict", found.pairs.size()), side,
           program::noLocation});
    for (const AccessPair &pair : found.pairs) {
      if (pair.kind != analysis::PairKind::RW)
        continue;
      const auto one = statementOf(side, found.oneOf(pair));
      const auto other = statementOf(side, found.otherOf(pair));
      if (!one || !other)
        continue;
      note(states[index(side)][ordered({initialClass, *one}, {initialClass, *other})], pair);
      note(states[index(side)][ordered({threadOf(side, found.oneOf(pair).thread), *one},
                                       {threadOf(side, found.otherOf(pair).thread), *other})],
           pair);
    }
  }
  static Actors ordered(Actor one, Actor other) {
    return one <= other ? Actors(one, other) : Actors(other, one);
  }

  static void note(State &state, const AccessPair &pair) {
    if (AccessPairs::isRace(pair)) {
      state.mayRace = true;
      if (!state.racing)
        state.racing = pair;
    } else if (pair.protection != Protection::Atomic) {
      state.isKeptApart = true;
      if (!state.kept)
        state.kept = pair;
    }
  }

  /// Whether they may race in this version, and are kept apart in the other one.
  void compare(Side side, const Actors &actors, const State &state) {
    const auto &there = states[index(otherSide(side))];
    const auto other = there.find(actors);
    if (!state.mayRace || other == there.end() || !other->second.isKeptApart ||
        other->second.mayRace)
      return;
    const AccessPairs &found = pairs[index(side)];
    ExclusionDifference difference;
    difference.kind = Kind::Overlap;
    difference.onlyIn = side;
    add(difference, found.oneOf(*state.racing));
    add(difference, found.otherOf(*state.racing));
    if (difference.accesses.front().what.starts_with("read"))
      std::swap(difference.accesses.front(), difference.accesses.back());
    if (!told.isNew(difference))
      return;
    difference.why = whyApart(otherSide(side), *other->second.kept);
    result.exclusion.push_back(std::move(difference));
  }

  void add(ExclusionDifference &difference, const AccessNode &node) const {
    const Side side = difference.onlyIn;
    const Version &version = classes.version(side);
    ExclusionDifference::Access access;
    access.at = version.program().locationOf(*node.user);
    access.elsewhere = classes.matching().other(side, access.at);
    // Of two threads that one place makes, the second meets the first.
    for (const ThreadInstance &thread : version.threads())
      if (thread.kind == node.thread &&
          (access.thread.empty() ||
           (!difference.accesses.empty() && access.thread == difference.accesses.front().thread)))
        access.thread = thread.name;
    const std::string name = version.program().nameOf(*node.touch.pointer);
    if (difference.variable.empty())
      difference.variable = name;
    access.what =
        fmt::format("{} of {}", node.kind == analysis::NodeKind::Write ? "write" : "read", name);
    difference.accesses.push_back(std::move(access));
  }

  std::string whyApart(Side side, const AccessPair &pair) const {
    const analysis::Locks &locks = classes.version(side).study.locks;
    if (pair.locks.empty())
      return fmt::format("in the {} version both hold the lock that belongs to what they access",
                         name(side));
    std::vector<std::string> names;
    for (const analysis::LockId lock : pair.locks)
      names.push_back(locks.all()[lock].name);
    return fmt::format("in the {} version both hold {}", name(side), fmt::join(names, " and "));
  }

  static constexpr ClassId mainThread = initialClass - 1;
  const Classes &classes;
  const CompareOptions &options;
  Comparison &result;
  AccessPairs pairs[2];
  std::map<Actors, State> states[2];
  Told told;
};

} // namespace

void compareOverlaps(const Classes &classes, const CompareOptions &options, Comparison &result) {
  OverlapComparer(classes, options, result).run();
}

} // namespace heddle::diff
