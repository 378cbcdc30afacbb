// The traces of an abstract system (paper 001, equation 7), those with the fewest calls first.
#include "analysis/abstract_system.h"

#include "program/program.h"

#include <algorithm>
#include <llvm/IR/Function.h>
#include <queue>

namespace heddle::analysis {

namespace {

/// Calls weigh more than any number of places.
using Weight = std::uint64_t;
constexpr Weight callWeight = Weight{1} << 32;
constexpr Weight never = ~Weight{0};
constexpr std::size_t mostSteps = 20'000; ///< Of the search for traces.

class Finder {
public:
  Finder(const AbstractSystem &system, const AbstractFacts &facts, PlaceId goal)
      : system(system), goal(goal), next(system.places().size()), rest(next.size(), never) {
    for (const auto &[from, to] : system.edges())
      next[from].push_back(to);
    findRest();
    roots.push_back(&startOf(facts.program.entry()));
    for (const llvm::Function *routine : facts.pointers.threadRoutines())
      if (!routine->isDeclaration())
        roots.push_back(&startOf(*routine));
  }

  std::vector<AbstractTrace> run(std::size_t most) {
    for (PlaceId id = 0; id < next.size(); ++id)
      if (std::ranges::count(roots, system[id].at))
        push({id}, weightOf(id));
    std::vector<AbstractTrace> found;
    for (std::size_t step = 0; step < mostSteps && !queue.empty() && found.size() < most; ++step) {
      const Partial partial = queue.top();
      queue.pop();
      if (partial.trace.back() == goal) {
        found.push_back(partial.trace);
        continue;
      }
      for (const PlaceId id : next[partial.trace.back()]) {
        if (std::ranges::count(partial.trace, id))
          continue;
        AbstractTrace longer = partial.trace;
        longer.push_back(id);
        push(std::move(longer), partial.weight + weightOf(id));
      }
    }
    return found;
  }

private:
  struct Partial {
    AbstractTrace trace;
    Weight weight; ///< So far,
    Weight least;  ///< and with what is left at least.
    std::size_t number;
  };
  struct IsLater {
    bool operator()(const Partial &a, const Partial &b) const {
      return a.least != b.least ? a.least > b.least : a.number > b.number;
    }
  };

  Weight weightOf(PlaceId id) const { return system[id].is(AbstractCall) ? callWeight + 1 : 1; }

  void push(AbstractTrace trace, Weight weight) {
    const Weight left = rest[trace.back()];
    if (left != never)
      queue.push({std::move(trace), weight, weight + left, number++});
  }

  /// What leads from each place to the goal at least, without the place.
  void findRest() {
    std::vector<std::vector<PlaceId>> before(next.size());
    for (PlaceId id = 0; id < next.size(); ++id)
      for (const PlaceId to : next[id])
        before[to].push_back(id);
    std::priority_queue<std::pair<Weight, PlaceId>, std::vector<std::pair<Weight, PlaceId>>,
                        std::greater<>>
        nearest;
    rest[goal] = 0;
    nearest.emplace(0, goal);
    while (!nearest.empty()) {
      const auto [by, id] = nearest.top();
      nearest.pop();
      if (by != rest[id])
        continue;
      for (const PlaceId from : before[id])
        if (by + weightOf(id) < rest[from]) {
          rest[from] = by + weightOf(id);
          nearest.emplace(rest[from], from);
        }
    }
  }

  const AbstractSystem &system;
  const PlaceId goal;
  std::vector<std::vector<PlaceId>> next;
  std::vector<Weight> rest;
  std::vector<const llvm::Instruction *> roots;
  std::priority_queue<Partial, std::vector<Partial>, IsLater> queue;
  std::size_t number = 0;
};

} // namespace

std::vector<AbstractTrace> AbstractSystem::tracesTo(PlaceId goal, std::size_t most) const {
  return Finder(*this, facts, goal).run(most);
}

} // namespace heddle::analysis
