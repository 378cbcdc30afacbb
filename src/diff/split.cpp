#include "diff/split.h"

#include "diff/rank1.h"
#include "diff/told.h"

#include <algorithm>
#include <fmt/format.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <map>
#include <memory>
#include <set>

namespace heddle::diff {

namespace {

using Kind = ExclusionDifference::Kind;

/// Statements of one thread that one section of a lock holds.
struct Section {
  std::uint32_t thread = 0;
  analysis::LockId lock = 0;
  bool isReading = false;
  std::vector<StatementId> members; ///< That access memory and are in both versions.
  analysis::SectionId id = analysis::noSection;
  ContextId context = 0; ///< Of where it begins.
};
/// A section whatever its lock is called: who runs it, and what is in it.
using SectionKey = std::pair<ClassId, std::vector<ClassId>>;

bool contains(const std::vector<VariableId> &list, VariableId id) {
  return std::ranges::find(list, id) != list.end();
}

/// One version, and what is asked of its statements.
class Sections {
public:
  Sections(const Classes &classes, Side side, const Relations &relations,
           const CompareOptions &options)
      : classes(classes), side(side), relations(relations), version(classes.version(side)) {
    users.resize(version.variables().size());
    const auto statements = version.statements();
    for (StatementId id = 1; id < statements.size(); ++id) {
      if (!statements[id].use || !isListed(id, options))
        continue;
      byClass[classes.ofStatement(side, id)].push_back(id);
      for (const VariableId variable : statements[id].use->loads)
        users[variable].push_back(id);
      for (const VariableId variable : statements[id].use->stores)
        if (!contains(statements[id].use->loads, variable))
          users[variable].push_back(id);
    }
    findSections();
  }

  const Statement &at(StatementId id) const { return version.statements()[id]; }
  const std::map<SectionKey, std::vector<Section>> &all() const { return sections; }
  /// Of a variable.
  const std::vector<StatementId> &usersOf(VariableId variable) const { return users[variable]; }
  const std::vector<StatementId> &statementsOf(ClassId id) const {
    static const std::vector<StatementId> nobody;
    const auto found = byClass.find(id);
    return found == byClass.end() ? nobody : found->second;
  }
  ClassId classOf(StatementId id) const { return classes.ofStatement(side, id); }
  ClassId threadClass(std::uint32_t thread) const {
    const analysis::StaticThread kind = version.threads()[thread].kind;
    const llvm::CallBase *anchor = version.study.threads.all()[kind].anchor();
    return anchor ? classes.ofLocation(side, version.program().locationOf(*anchor)) : initialClass;
  }

  bool reads(StatementId id, VariableId variable) const {
    return contains(at(id).use->loads, variable);
  }
  bool writes(StatementId id, VariableId variable) const {
    return contains(at(id).use->stores, variable);
  }
  bool conflict(StatementId one, StatementId other, VariableId variable) const {
    return (reads(one, variable) && writes(other, variable)) ||
           (writes(one, variable) && (reads(other, variable) || writes(other, variable)));
  }

  /// Whether the second surely comes behind the first, or the first before the second, in one round
  /// of the loops of both.
  bool isBehind(StatementId one, StatementId other) const {
    return at(one).thread == at(other).thread && one != other &&
           (relations.dominates(one, other) || relations.postDominates(other, one));
  }
  /// Likewise, and nothing that is the same statement again is between: two calls of one function
  /// have it twice.
  bool isNext(StatementId one, StatementId other) const {
    if (!isBehind(one, other))
      return false;
    const auto isBetween = [&](StatementId id) {
      return id != one && id != other && isBehind(one, id) && isBehind(id, other);
    };
    return std::ranges::none_of(statementsOf(classOf(one)), isBetween) &&
           std::ranges::none_of(statementsOf(classOf(other)), isBetween);
  }
  /// Whether neither order keeps the third from coming between the two.
  bool mayComeBetween(StatementId one, StatementId other, StatementId third) const {
    return at(third).thread != at(one).thread && !relations.mustHb(third, one) &&
           !relations.mustHb(other, third);
  }
  /// Whether one section that holds both keeps the third out, as far as is known.
  bool keepsOut(StatementId one, StatementId other, StatementId third) const {
    for (const Version::Held &first : version.heldAt(one))
      for (const Version::Held &second : version.heldAt(other))
        if (first.lock == second.lock &&
            (first.section && second.section ? first.section == second.section
                                             : isHeldBetween(one, other, first.lock)))
          for (const Version::Held &held : version.heldAt(third))
            if (held.lock == first.lock && !(held.isReading && first.isReading))
              return true;
    return false;
  }
  /// Whether it holds the lock, and not to read beside another reader.
  bool isShutOut(StatementId id, const Section &section) const {
    return std::ranges::any_of(version.heldAt(id), [&](const Version::Held &held) {
      return held.lock == section.lock && !(held.isReading && section.isReading);
    });
  }
  /// Whether a section of the lock that the one is in also holds something that conflicts with the
  /// other.
  bool meetsInSection(StatementId one, analysis::LockId lock, StatementId other) const {
    for (const Version::Held &held : version.heldAt(one)) {
      if (held.lock != lock || !held.section)
        continue;
      const Content &content = contents.at(keyOf(at(one).thread, held));
      const auto isIn = [](const VariableSet &set, const std::vector<VariableId> &list) {
        return std::ranges::any_of(list, [&](VariableId id) { return set.contains(id); });
      };
      if (isIn(content.stores, at(other).use->loads) ||
          isIn(content.stores, at(other).use->stores) || isIn(content.loads, at(other).use->stores))
        return true;
    }
    return false;
  }
  /// Whether the third may come between the two somewhere.
  bool isOpen(ClassId thread, ClassId first, ClassId second, ClassId third) const {
    for (const StatementId one : statementsOf(first))
      for (const StatementId other : statementsOf(second))
        if (at(one).thread == at(other).thread && threadClass(at(one).thread) == thread &&
            isNext(one, other))
          for (const StatementId from : statementsOf(third))
            if (mayComeBetween(one, other, from) && !keepsOut(one, other, from))
              return true;
    return false;
  }

  /// How many loops go round the statement inside of the section.
  unsigned roundsIn(const Section &section, StatementId id) const {
    const ThreadGraph &graph = version.graphOf(section.thread);
    const llvm::Instruction *begin = version.study.locks.sections()[section.id].start;
    const llvm::Instruction *here = at(id).where.at;
    for (ContextId context = at(id).where.context; context != section.context;
         context = graph.context(context).parent) {
      here = graph.context(context).call;
      if (!here)
        return 0;
    }
    if (!here || !begin || begin->getFunction() != here->getFunction())
      return 0;
    std::unique_ptr<llvm::LoopInfo> &loops = loopsOf[here->getFunction()];
    if (!loops)
      loops = std::make_unique<llvm::LoopInfo>(
          llvm::DominatorTree(const_cast<llvm::Function &>(*here->getFunction())));
    unsigned count = 0;
    for (const llvm::Loop *loop = loops->getLoopFor(here->getParent());
         loop && !loop->contains(begin->getParent()); loop = loop->getParentLoop())
      ++count;
    return count;
  }

  const Classes &classes;
  const Side side;
  const Relations &relations;
  const Version &version;

private:
  bool isListed(StatementId id, const CompareOptions &options) const {
    if (at(id).user == program::noLocation || !classes.isCommon(classes.ofStatement(side, id)))
      return false;
    const program::Program &program = version.program();
    return options.allAccesses ||
           !program.functions()[program.location(at(id).user).function].isModel;
  }

  /// Of a lock that may have been taken at several places, as before a wait or by it: whether it is
  /// not given away on the ways from one to the other. Where these are not in one function that is
  /// not known, and it counts as kept.
  bool isHeldBetween(StatementId one, StatementId other, analysis::LockId lock) const {
    const llvm::Instruction *from = at(one).where.at;
    const llvm::Instruction *to = at(other).where.at;
    if (!from || !to || at(one).where.context != at(other).where.context)
      return true;
    const analysis::StaticThread kind = version.threads()[at(one).thread].kind;
    const analysis::Locks &locks = version.study.locks;
    const auto isIn = [&](const std::vector<analysis::HeldLock> &held) {
      return std::ranges::find(held, lock, &analysis::HeldLock::lock) != held.end();
    };
    llvm::DenseSet<const llvm::Instruction *> seen;
    llvm::SmallVector<const llvm::Instruction *, 16> work = {from};
    while (!work.empty()) {
      const llvm::Instruction *here = work.pop_back_val();
      if (here == to || !seen.insert(here).second)
        continue;
      if (here != from && !isIn(locks.held(kind, *here)))
        return false;
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(here);
          call && !llvm::isa<llvm::IntrinsicInst>(call) && !isIn(locks.heldThrough(kind, *call)))
        return false;
      if (!here->isTerminator())
        work.push_back(here->getNextNode());
      else
        for (const llvm::BasicBlock *next : llvm::successors(here))
          work.push_back(&next->front());
    }
    return true;
  }

  using Key = std::tuple<std::uint32_t, analysis::LockId, analysis::SectionId, ContextId>;
  static Key keyOf(std::uint32_t thread, const Version::Held &held) {
    return {thread, held.lock, held.section->first, held.section->second};
  }
  using VariableSet = llvm::SmallDenseSet<VariableId, 4>;
  struct Content {
    VariableSet loads, stores;
  };

  void findSections() {
    std::map<Key, Section> found;
    for (const auto &[id, list] : byClass)
      for (const StatementId member : list) {
        const bool isFirstCopy = version.threads()[at(member).thread].copy == 0;
        for (const Version::Held &held : version.heldAt(member)) {
          if (!held.section)
            continue;
          const Key key = keyOf(at(member).thread, held);
          Content &content = contents[key];
          content.loads.insert(at(member).use->loads.begin(), at(member).use->loads.end());
          content.stores.insert(at(member).use->stores.begin(), at(member).use->stores.end());
          if (!isFirstCopy)
            continue;
          Section &section = found[key];
          section.thread = at(member).thread;
          section.lock = held.lock;
          section.isReading = held.isReading;
          section.id = held.section->first;
          section.context = held.section->second;
          section.members.push_back(member);
        }
      }
    for (auto &[key, section] : found) {
      SectionKey name{threadClass(section.thread), {}};
      for (const StatementId member : section.members) // In the order of their classes.
        if (name.second.empty() || name.second.back() != classOf(member))
          name.second.push_back(classOf(member));
      std::ranges::sort(section.members);
      sections[std::move(name)].push_back(std::move(section));
    }
  }

  std::map<ClassId, std::vector<StatementId>> byClass;
  std::vector<std::vector<StatementId>> users;
  std::map<SectionKey, std::vector<Section>> sections;
  std::map<Key, Content> contents;
  mutable llvm::DenseMap<const llvm::Function *, std::unique_ptr<llvm::LoopInfo>> loopsOf;
};

/// Sections that are whole in one version, against the other.
class SplitComparer {
public:
  SplitComparer(const Sections &whole, const Sections &other, const CompareOptions &options,
                Comparison &result)
      : whole(whole), other(other), options(options), result(result),
        asked(whole.classes, options) {
    for (const ExclusionDifference &one : result.exclusion)
      if (one.onlyIn == other.side && one.kind == Kind::Overlap)
        overlaps.insert(ordered(lineOf(one.accesses.front().at), lineOf(one.accesses.back().at)));
    for (const Statement &statement : whole.version.statements())
      lines.push_back(lineOf(whole.classes.matching().other(whole.side, statement.user)));
  }

  void run() {
    for (const auto &[key, sections] : whole.all()) {
      const auto same = other.all().find(key);
      if (same != other.all().end() && same->second.size() >= sections.size()) {
        for (std::size_t i = 0; i < sections.size(); ++i)
          lookAtRounds(sections[i], same->second[i]);
        continue;
      }
      for (const Section &section : sections)
        if (!look(section))
          return;
    }
  }

private:
  using Line = unsigned;
  /// Who may be at a variable that an access is at, from another thread.
  struct Intruder {
    StatementId from = 0;
    VariableId variable = 0;
  };

  /// False if it is too much.
  bool look(const Section &section) {
    // Of a line that reads and writes the write is told.
    std::vector<StatementId> byWrites = section.members;
    std::ranges::sort(byWrites, {}, [&](StatementId id) {
      return std::pair(whole.at(id).use->stores.empty(), id);
    });
    std::vector<std::vector<Intruder>> intruders;
    for (const StatementId one : section.members)
      intruders.push_back(intrudersOf(one, section));
    for (const StatementId two : byWrites)
      for (std::size_t i = 0; i < section.members.size(); ++i) {
        const StatementId one = section.members[i];
        if (intruders[i].empty() || !whole.isBehind(one, two))
          continue;
        for (const auto &[from, variable] : intruders[i]) {
          if (++looks > mostLooks || (options.limits.cancel && *options.limits.cancel)) {
            result.gaps.push_back({"section-cap", "too many accesses in critical sections",
                                   whole.side, program::noLocation});
            return false;
          }
          if (!isToldAsOverlap(two, from) && canTell(section, one, two, from, variable))
            compare(section, one, two, from, variable);
        }
      }
    return true;
  }

  /// Whether one section held all rounds of a loop, and each round has one of its own now.
  void lookAtRounds(const Section &section, const Section &now) {
    if (section.members.size() != now.members.size())
      return;
    for (std::size_t i = 0; i < section.members.size(); ++i) {
      const StatementId one = section.members[i];
      if (whole.roundsIn(section, one) <= other.roundsIn(now, now.members[i]))
        continue;
      for (const auto &[from, variable] : intrudersOf(one, section)) {
        if (!whole.mayComeBetween(one, one, from) ||
            !shown.insert({lines[one], lines[one], lines[from]}).second)
          continue;
        ExclusionDifference difference = describe(section, one, one, from, variable);
        difference.why =
            fmt::format("in the {} version one critical section of {} holds all "
                        "rounds of the loop",
                        name(whole.side), whole.version.study.locks.all()[section.lock].name);
        if (asked.isWanted(difference))
          result.exclusion.push_back(std::move(difference));
      }
    }
  }

  std::vector<Intruder> intrudersOf(StatementId one, const Section &section) const {
    std::vector<Intruder> found;
    for (const VariableId variable : variablesOf(one))
      for (const StatementId from : whole.usersOf(variable))
        if (whole.at(from).thread != section.thread && whole.isShutOut(from, section) &&
            whole.conflict(one, from, variable) && !isToldAsOverlap(one, from))
          found.push_back({from, variable});
    return found;
  }

  std::vector<VariableId> variablesOf(StatementId id) const {
    std::vector<VariableId> all = whole.at(id).use->loads;
    for (const VariableId variable : whole.at(id).use->stores)
      if (!contains(all, variable))
        all.push_back(variable);
    return all;
  }

  /// Whether it shows that the third comes between the two.
  bool canTell(const Section &section, StatementId one, StatementId two, StatementId from,
               VariableId variable) const {
    if (!whole.mayComeBetween(one, two, from))
      return false;
    if (whole.writes(two, variable) || whole.reads(two, variable)) {
      if (whole.writes(from, variable) &&
          (whole.reads(one, variable) || whole.reads(two, variable)))
        return true;
      return whole.reads(from, variable) && whole.writes(one, variable) &&
             whole.writes(two, variable);
    }
    // Of another variable: the other thread has both in one section too.
    return whole.meetsInSection(from, section.lock, two);
  }

  void compare(const Section &section, StatementId one, StatementId two, StatementId from,
               VariableId variable) {
    const ClassId thread = whole.threadClass(section.thread);
    const ClassId first = whole.classOf(one), second = whole.classOf(two),
                  third = whole.classOf(from);
    const std::tuple key(thread, first, second, third);
    const std::tuple told(lines[one], lines[two], lines[from]);
    if (known.contains(key) || shown.contains(told) || !whole.keepsOut(one, two, from))
      return;
    known.insert(key);
    if (whole.isOpen(thread, first, second, third) || !other.isOpen(thread, first, second, third))
      return;
    ExclusionDifference difference = describe(section, one, two, from, variable);
    if (!asked.isWanted(difference))
      return;
    shown.insert(told);
    result.exclusion.push_back(std::move(difference));
  }

  ExclusionDifference describe(const Section &section, StatementId one, StatementId two,
                               StatementId from, VariableId variable) const {
    ExclusionDifference difference;
    difference.kind = Kind::Split;
    difference.onlyIn = other.side;
    difference.variable = whole.version.nameAt(one, variable);
    for (const StatementId id : {one, two, from})
      add(difference, id);
    difference.why =
        fmt::format("in the {} version one critical section of {} holds both, and the "
                    "{} is in another one",
                    name(whole.side), whole.version.study.locks.all()[section.lock].name,
                    difference.accesses.back().what);
    return difference;
  }

  void add(ExclusionDifference &difference, StatementId id) const {
    const Statement &statement = whole.at(id);
    ExclusionDifference::Access access;
    access.elsewhere = statement.user;
    access.at = whole.classes.matching().other(whole.side, statement.user);
    access.thread = whole.version.threads()[statement.thread].name;
    const bool isWrite = !statement.use->stores.empty();
    const auto &list = isWrite ? statement.use->stores : statement.use->loads;
    access.what =
        fmt::format("{} of {}", isWrite ? "write" : "read", whole.version.nameAt(id, list.front()));
    difference.accesses.push_back(std::move(access));
  }

  /// A number for the line of a place in the other version.
  Line lineOf(program::LocationId at) {
    if (at == program::noLocation)
      return 0;
    const program::Place place = other.version.program().place(at);
    return lineNumbers
        .try_emplace({place.file, place.line}, static_cast<Line>(lineNumbers.size() + 1))
        .first->second;
  }
  static std::pair<Line, Line> ordered(Line one, Line other) { return std::minmax(one, other); }
  bool isToldAsOverlap(StatementId one, StatementId from) const {
    return overlaps.contains(ordered(lines[one], lines[from]));
  }

  static constexpr std::uint64_t mostLooks = 5'000'000;
  const Sections &whole;
  const Sections &other;
  const CompareOptions &options;
  Comparison &result;
  Told asked;
  std::map<std::pair<std::string, unsigned>, Line> lineNumbers;
  std::vector<Line> lines;                        ///< By statement.
  llvm::DenseSet<std::pair<Line, Line>> overlaps; ///< That are told already.
  llvm::DenseSet<std::tuple<ClassId, ClassId, ClassId, ClassId>> known;
  llvm::DenseSet<std::tuple<Line, Line, Line>> shown;
  std::uint64_t looks = 0;
};

} // namespace

void compareSections(const Classes &classes, std::array<const Relations *, 2> relations,
                     const CompareOptions &options, Comparison &result) {
  const Sections old(classes, Side::Old, *relations[0], options);
  const Sections current(classes, Side::New, *relations[1], options);
  SplitComparer(old, current, options, result).run();
  SplitComparer(current, old, options, result).run();
}

} // namespace heddle::diff
