#include "diff/ranks.h"

#include "diff/explain.h"
#include "diff/rank1.h"
#include "diff/scenario.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <set>

namespace heddle::diff {

namespace {

class SetComparer {
public:
  SetComparer(unsigned rank, const Classes &classes, const Relations *const (&relations)[2],
              const CompareOptions &options, Comparison &result)
      : rank(rank), classes(classes), relations{relations[0], relations[1]},
        scenarios{Scenarios(*relations[0]), Scenarios(*relations[1])}, options(options),
        result(result), start(std::chrono::steady_clock::now()) {}

  void run() {
    for (const Side side : {Side::Old, Side::New})
      if (!scenarios[index(side)].isReady())
        return leaveOut(side, fmt::format("more than {} statements", Scenarios::mostStatements));
    if (areAlike())
      return; // What may be in one may be in the other.
    collect();
    std::uint64_t sets = 1;
    for (unsigned i = 0; i < rank; ++i)
      sets *= keys.size();
    if (sets > options.mostSets) {
      keepTouched();
      sets = 1;
      for (unsigned i = 0; i < rank; ++i)
        sets *= keys.size();
      leaveOut(
          Side::New,
          keys.empty()
              ? fmt::format("too many sets of {} data flows, and the change touches none", rank)
              : fmt::format("too many sets of {} data flows; looked at those of {} that the "
                            "change touches",
                            rank, keys.size()));
      if (sets > options.mostSets)
        return;
    }
    std::vector<std::size_t> chosen;
    choose(chosen);
  }

private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }

  void leaveOut(Side side, std::string detail) {
    result.gaps.push_back(
        {"rank-cap", fmt::format("rank {}: {}", rank, detail), side, program::noLocation});
  }

  /// Whether the versions have the same statements in the same order, and the same is known of
  /// them.
  bool areAlike() const {
    const Version &old = relations[0]->version(), &current = relations[1]->version();
    if (old.statements().size() != current.statements().size() ||
        relations[0]->mayRf().size() != relations[1]->mayRf().size() ||
        !scenarios[0].isLike(scenarios[1]))
      return false;
    const auto isSame = [&](const std::vector<VariableId> &one,
                            const std::vector<VariableId> &other) {
      return std::ranges::equal(one, other, [&](VariableId a, VariableId b) {
        return classes.ofVariable(Side::Old, a) == classes.ofVariable(Side::New, b);
      });
    };
    for (StatementId id = 1; id < old.statements().size(); ++id) {
      const Statement &one = old.statements()[id], &other = current.statements()[id];
      if (one.thread != other.thread || one.kind != other.kind || !one.use != !other.use)
        return false;
      const bool isSameUser = one.user == other.user && one.user == program::noLocation;
      if (one.use && ((!isSameUser &&
                       classes.ofStatement(Side::Old, id) != classes.ofStatement(Side::New, id)) ||
                      !isSame(one.use->loads, other.use->loads) ||
                      !isSame(one.use->stores, other.use->stores) ||
                      !isSame(one.use->covers, other.use->covers)))
        return false;
    }
    return std::ranges::equal(relations[0]->mayRf(), relations[1]->mayRf(),
                              [&](const ReadFrom &a, const ReadFrom &b) {
                                return a.store == b.store && a.load == b.load &&
                                       classes.ofVariable(Side::Old, a.variable) ==
                                           classes.ofVariable(Side::New, b.variable);
                              });
  }

  /// Edges that both versions allow: others are a difference by themselves.
  void collect() {
    std::map<EdgeKey, std::vector<ReadFrom>> found[2];
    for (const Side side : {Side::Old, Side::New})
      for (const ReadFrom &edge : relations[index(side)]->mayRf())
        found[index(side)][classes.keyOf(side, edge)].push_back(edge);
    for (auto &[key, list] : found[0]) {
      const auto other = found[1].find(key);
      if (other == found[1].end())
        continue;
      const Edge edge = edgeOf(classes, Side::Old, list.front());
      if (!isKnownToUser(edge, classes, Side::Old, options))
        continue;
      keys.push_back(key);
      edges[0].push_back(std::move(list));
      edges[1].push_back(std::move(other->second));
      wanted.push_back(isWanted(edge, classes, Side::Old, options));
    }
  }

  /// Those of which an end holds other locks now.
  void keepTouched() {
    const auto locksOf = [&](Side side, ClassId statement) {
      std::vector<std::string> names;
      const Version &version = classes.version(side);
      for (StatementId id = 1; id < version.statements().size(); ++id)
        if (version.statements()[id].use && classes.ofStatement(side, id) == statement)
          for (const Version::Held &held : version.heldAt(id))
            names.push_back(version.study.locks.all()[held.lock].name);
      std::ranges::sort(names);
      return names;
    };
    std::map<ClassId, bool> known;
    const auto isTouched = [&](ClassId statement) {
      const auto [found, isNew] = known.try_emplace(statement);
      if (isNew)
        found->second = statement != initialClass &&
                        locksOf(Side::Old, statement) != locksOf(Side::New, statement);
      return found->second;
    };
    std::size_t kept = 0;
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (isTouched(keys[i].write) || isTouched(keys[i].read)) {
        keys[kept] = keys[i];
        edges[0][kept] = edges[0][i];
        edges[1][kept] = edges[1][i];
        wanted[kept++] = wanted[i];
      }
    keys.resize(kept);
    wanted.resize(kept);
    edges[0].resize(kept);
    edges[1].resize(kept);
  }

  bool isSpent() {
    if (options.limits.cancel && *options.limits.cancel)
      isStopped = true;
    if (!options.limits.seconds || ++polls % 1024 != 0)
      return isStopped;
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds > *options.limits.seconds && !isStopped) {
      isStopped = true;
      leaveOut(Side::New, "out of time");
    }
    return isStopped;
  }

  void choose(std::vector<std::size_t> &chosen) {
    if (chosen.size() == rank)
      return compare(chosen);
    for (std::size_t i = 0; i < keys.size() && !isSpent(); ++i) {
      if (std::ranges::find(chosen, i) != chosen.end())
        continue;
      chosen.push_back(i);
      // What is excluded already in both, or a difference by itself, needs no more edges.
      if (chosen.size() < 2 || chosen.size() == rank || areInnerAlike(chosen))
        choose(chosen);
      chosen.pop_back();
    }
  }

  bool areInnerAlike(const std::vector<std::size_t> &chosen) {
    return mayBe(Side::Old, chosen) && mayBe(Side::New, chosen);
  }

  bool mayBe(Side side, const std::vector<std::size_t> &chosen) {
    if (chosen.size() == 2) {
      auto &known = pairs[index(side)];
      const auto [found, isNew] = known.try_emplace({chosen[0], chosen[1]});
      if (isNew)
        found->second = search(side, chosen);
      return found->second;
    }
    return search(side, chosen);
  }

  /// Whether some choice of statements for the edges may be.
  bool search(Side side, const std::vector<std::size_t> &chosen) {
    std::vector<ReadFrom> set;
    return search(side, chosen, set);
  }
  bool search(Side side, const std::vector<std::size_t> &chosen, std::vector<ReadFrom> &set) {
    if (set.size() == chosen.size())
      return scenarios[index(side)].mayBe(set);
    for (const ReadFrom &edge : edges[index(side)][chosen[set.size()]]) {
      set.push_back(edge);
      const bool may = search(side, chosen, set);
      set.pop_back();
      if (may)
        return true;
    }
    return false;
  }

  void compare(const std::vector<std::size_t> &chosen) {
    if (std::ranges::none_of(chosen, [&](std::size_t i) { return wanted[i]; }))
      return;
    const bool may[2] = {mayBe(Side::Old, chosen), mayBe(Side::New, chosen)};
    if (may[0] == may[1])
      return;
    const Side side = may[0] ? Side::Old : Side::New;
    if (rank == 3 && hasInnerDifference(chosen))
      return;
    Difference difference;
    difference.onlyIn = side;
    difference.rank = rank;
    for (const std::size_t i : chosen)
      difference.edges.push_back(edgeOf(classes, side, edges[index(side)][i].front()));
    if (!shown.insert(placesOf(difference)).second)
      return; // On another piece of the same variable.
    if (options.explains)
      difference.why = whyNone(otherSide(side), chosen);
    result.differences.push_back(std::move(difference));
  }

  /// Whether two of the three are a difference by themselves.
  bool hasInnerDifference(const std::vector<std::size_t> &chosen) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = i + 1; j < 3; ++j) {
        const std::vector<std::size_t> two = {chosen[i], chosen[j]};
        if (mayBe(Side::Old, two) != mayBe(Side::New, two))
          return true;
      }
    return false;
  }

  std::string whyNone(Side side, const std::vector<std::size_t> &chosen) {
    std::vector<ReadFrom> set;
    for (const std::size_t i : chosen)
      set.push_back(edges[index(side)][i].front());
    Exclusion why;
    if (scenarios[index(side)].mayBe(set, &why))
      return "";
    const Relations &there = *relations[index(side)];
    const Reasons reasons(there);
    std::string text = fmt::format("in the {} version ", name(side));
    if (why.lock)
      text += fmt::format("the critical sections of {} come one after the other, and ",
                          there.version().study.locks.all()[*why.lock].name);
    if (why.isCircle)
      return text + "these data flows would have to come before each other";
    return text + fmt::format("the write at {} comes between the write and the read at {}",
                              reasons.placeOf(why.between), reasons.placeOf(set[why.edge].load));
  }

  const unsigned rank;
  const Classes &classes;
  const Relations *relations[2];
  const Scenarios scenarios[2];
  const CompareOptions &options;
  Comparison &result;
  const std::chrono::steady_clock::time_point start;
  std::vector<EdgeKey> keys;
  std::vector<std::vector<ReadFrom>> edges[2]; ///< By side and key.
  std::vector<char> wanted;
  std::map<std::pair<std::size_t, std::size_t>, bool> pairs[2];
  std::set<EdgePlaces> shown;
  std::uint64_t polls = 0;
  bool isStopped = false;
};

} // namespace

void compareSets(unsigned rank, const Classes &classes, const Relations *const (&relations)[2],
                 const CompareOptions &options, Comparison &result) {
  SetComparer(rank, classes, relations, options, result).run();
}

} // namespace heddle::diff
