#include "diff/compare.h"

#include "datalog/files.h"
#include "diff/classes.h"
#include "diff/guards.h"
#include "diff/overlap.h"
#include "diff/rank1.h"
#include "diff/ranks.h"
#include "diff/split.h"
#include "diff/structure.h"
#include "diff/unexplained.h"
#include "diff/unordered.h"
#include "diff/version_pair.h"
#include "diff/wakeups.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>

namespace heddle::diff {

namespace {

class Comparer {
public:
  Comparer(const program::Program &old, const program::Program &current,
           const CompareOptions &options)
      : programs{&old, &current}, options(options) {}

  support::Outcome<Comparison> run() {
    const auto base = datalog::embeddedRules("rank1.dl");
    std::vector<datalog::RuleFile> files = {*base};
    files.insert(files.end(), options.rules.begin(), options.rules.end());
    support::Outcome<datalog::Rules> read = datalog::readRules(std::move(files));
    if (!read)
      return read.failure();
    rules = std::move(*read);
    if (const support::Done known = knowsFunction(); !known)
      return known.failure();
    const Match match = Match::of(*programs[0], *programs[1]);
    const unsigned first = options.rank.value_or(1);
    const bool hasSets = options.relation == RelationKind::ReadsFrom;
    const unsigned last = options.rank ? *options.rank : hasSets ? mostRank : 1;
    result.firstRank = first;
    for (unsigned rank = first; rank <= last; ++rank) {
      const support::Done done = compareAt(rank, match);
      result.isCutShort |= isCancelled();
      if (!done && !result.isCutShort)
        return done.failure();
      if (result.isCutShort || (!options.allRanks && hasConsequence(result)))
        break;
    }
    for (ExclusionDifference &one : quiet)
      if (!isShown(one))
        result.exclusion.push_back(std::move(one));
    findUnexplained(match);
    return std::move(result);
  }

private:
  /// Whether a data flow of the same variable or place shows it.
  bool isShown(const ExclusionDifference &one) const {
    const auto isAbout = [&](program::LocationId at) {
      return at != program::noLocation &&
             std::ranges::find(one.accesses, at, &ExclusionDifference::Access::at) !=
                 one.accesses.end();
    };
    return std::ranges::any_of(result.differences, [&](const Difference &difference) {
      return difference.onlyIn == one.onlyIn && difference.counts() &&
             std::ranges::any_of(difference.edges, [&](const Edge &edge) {
               return edge.variable == one.variable || isAbout(edge.read) || isAbout(edge.write);
             });
    });
  }

  /// What is not found need not be equal.
  void findUnexplained(const Match &match) {
    const bool isAnyway =
        hasDifference(result) && !(options.mayRefute && result.exclusion.empty() &&
                                   result.lockOrder.empty() && result.threads.empty());
    if (isAnyway || !result.gaps.empty() || result.isCutShort)
      return;
    const VersionPair pair(programs, match, {options.allAccesses, nullptr, options.spurious, 1});
    const Classes classes(match, pair.version(Side::Old), pair.version(Side::New));
    result.unexplained = diff::findUnexplained(classes, VersionOptions().mostNodes);
    if (!result.unexplained || (options.variable.empty() && options.function.empty()))
      return;
    // Who asks about one variable need not be told of a change whose differences are elsewhere.
    CompareOptions wide;
    wide.rank = options.rank;
    wide.allAccesses = options.allAccesses;
    wide.relation = options.relation;
    wide.spurious = options.spurious;
    wide.limits = options.limits;
    wide.explains = false;
    if (const auto all = diff::compare(*programs[0], *programs[1], wide);
        all && hasDifference(*all))
      result.unexplained.reset();
  }

  support::Done compareAt(unsigned rank, const Match &match) {
    const VersionPair pair(programs, match, {options.allAccesses, nullptr, options.spurious, rank});
    const Version &old = pair.version(Side::Old), &current = pair.version(Side::New);
    if (const support::Done known = knowVariable(old, current); !known)
      return known;
    const Version *versions[2] = {&old, &current};
    std::vector<Relations> relations;
    for (const Version *one : versions) {
      support::Outcome<Relations> derived =
          Relations::derive(*one, rules, {options.engine, options.limits});
      if (!derived)
        return derived.failure();
      relations.push_back(std::move(*derived));
    }
    const Classes classes(match, old, current);
    if (!isStructureKnown) {
      isStructureKnown = true;
      compareStructure(classes, result);
      compareOverlaps(classes, options, result);
      compareSections(classes, {&relations[0], &relations[1]}, options, result);
      compareWakeUps(classes, options, result);
      quiet = compareOrders(classes, {&relations[0], &relations[1]}, options, result);
      std::ranges::move(compareGuards(classes, options), std::back_inserter(quiet));
      addGaps(old, Side::Old);
      addGaps(current, Side::New);
      for (std::size_t side = 0; side < 2; ++side) {
        result.figures[side] = relations[side].figures();
        if (const support::Done done = putOut(relations[side], static_cast<Side>(side)); !done)
          return done;
      }
    }
    result.rank = rank;
    const Relations *both[2] = {&relations[0], &relations[1]};
    if (rank == 1)
      compareRank1(classes, both, options, result);
    else
      compareSets(rank, classes, both, options, result);
    return support::done();
  }

  void addGaps(const Version &version, Side side) {
    for (Gap gap : version.gaps()) {
      gap.side = side;
      result.gaps.push_back(std::move(gap));
    }
  }

  /// Facts for other tools, and what the user's own rules derive.
  support::Done putOut(const Relations &relations, Side side) {
    if (!options.factsDirectory.empty()) {
      const std::string directory = options.factsDirectory + "/" + std::string(name(side));
      if (const support::Done done =
              datalog::saveFacts(directory, rules, relations.facts().database);
          !done)
        return done;
    }
    for (datalog::RelationId id = 0; id < rules.relations.size(); ++id) {
      const datalog::RelationInfo &info = rules.relations[id];
      if (!info.isOutput || info.position.file == 0)
        continue;
      DerivedRelation &derived = result.derived.emplace_back();
      derived.side = side;
      derived.name = info.name;
      for (const std::vector<datalog::ValueId> &tuple : relations.derived().relation(id).tuples()) {
        std::vector<std::string> &row = derived.rows.emplace_back();
        for (std::size_t i = 0; i < tuple.size(); ++i)
          row.push_back(relations.derived().domain(info.columns[i]).text(tuple[i]));
      }
    }
    return support::done();
  }

  /// A name that is mistyped must not make versions equal.
  support::Done knowsFunction() const {
    if (options.function.empty())
      return support::done();
    for (const program::Program *program : programs)
      for (const program::Function &function : program->functions())
        if (!function.isModel && function.first != function.last &&
            program->place(function.first).function == options.function)
          return support::done();
    return support::Failure{
        fmt::format("neither version has a function '{}' that runs", options.function), {}};
  }
  support::Done knowVariable(const Version &old, const Version &current) const {
    if (options.variable.empty())
      return support::done();
    std::set<std::string> names;
    for (const Version *version : {&old, &current})
      for (StatementId id = 1; id < version->statements().size(); ++id)
        if (const MemoryUse *use = version->statements()[id].use)
          for (const auto *list : {&use->loads, &use->stores})
            for (const VariableId variable : *list) {
              names.insert(version->variables()[variable].name);
              names.insert(version->nameAt(id, variable));
            }
    if (names.contains(options.variable))
      return support::done();
    return support::Failure{
        fmt::format("neither version has a shared variable '{}'", options.variable),
        fmt::format("shared are: {}", fmt::join(names, ", "))};
  }

  bool isCancelled() const { return options.limits.cancel && *options.limits.cancel; }

  const program::Program *programs[2];
  const CompareOptions &options;
  datalog::Rules rules;
  Comparison result;
  std::vector<ExclusionDifference> quiet; ///< Told only where no data flow shows it.
  bool isStructureKnown = false;
};

} // namespace

support::Outcome<Comparison> compare(const program::Program &old, const program::Program &current,
                                     const CompareOptions &options) {
  return Comparer(old, current, options).run();
}

} // namespace heddle::diff
