#include "report/defuse.h"

#include "report/inspection.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace heddle::report {

namespace {

using defuse::FoundPair;
using defuse::Status;

bool isSeen(const FoundPair &pair) {
  return pair.status == Status::Observed || pair.status == Status::Inferred;
}

class Reporter {
public:
  Reporter(const defuse::Outcome &outcome, const program::Program &program)
      : outcome(outcome), program(program) {}

  DefuseReport report(const std::function<std::string(const defuse::PairKey &)> &testOf) {
    order();
    for (const FoundPair *pair : sorted) {
      numbers[pair->key] = result.pairs.size();
      DefusePair one;
      one.variable = pair->variable;
      if (pair->key.write != program::noLocation)
        one.write = placeOf(program, pair->key.write);
      one.read = placeOf(program, pair->key.read);
      one.status = defuse::name(pair->status);
      one.isRemote = pair->isRemote;
      one.why = pair->why;
      if (isSeen(*pair))
        one.test = testOf(pair->key);
      result.pairs.push_back(std::move(one));
    }
    for (const defuse::FoundBranchPair &one : outcome.branchPairs)
      result.branchPairs.push_back(
          {placeOf(program, one.pair.write.branch), one.pair.write.successor == 0,
           placeOf(program, one.pair.read.branch), one.pair.read.successor == 0, one.isCovered});
    addInvariants();
    const defuse::CampaignFigures &figures = outcome.figures;
    result.guided = figures.executions;
    result.completing = figures.completing;
    result.searched = figures.searched;
    result.inferred = figures.inferred;
    result.replayed = figures.replayed;
    return std::move(result);
  }

private:
  /// By read, in the order of the source; then by write, initial values first.
  void order() {
    for (const FoundPair &pair : outcome.pairs)
      sorted.push_back(&pair);
    std::ranges::sort(sorted, {}, [](const FoundPair *pair) {
      return std::tuple(pair->key.read, pair->key.write + 1);
    });
  }

  void addInvariants() {
    std::map<program::LocationId, std::vector<const FoundPair *>> byRead;
    for (const FoundPair *pair : sorted)
      if (isSeen(*pair))
        byRead[pair->key.read].push_back(pair);
    for (const auto &[read, pairs] : byRead) {
      const auto first = [&](auto what) {
        const auto found = std::ranges::find_if(pairs, what);
        return found == pairs.end() ? nullptr : *found;
      };
      const FoundPair *local = first([](const FoundPair *one) { return one->isLocal; });
      const FoundPair *remote = first([](const FoundPair *one) { return one->isRemote; });
      if (local && remote)
        add("local-remote", *local, *remote,
            "it sees a write of its own thread in one execution and one of another thread in "
            "another");
      const FoundPair *seen =
          first([](const FoundPair *one) { return one->status == Status::Observed; });
      const FoundPair *rare =
          first([](const FoundPair *one) { return one->status == Status::Inferred; });
      if (seen && rare)
        add("definition-set", *seen, *rare,
            "executions that were run for something else did not show the second write, and it "
            "is possible");
    }
    for (const defuse::FollowerBreak &one : outcome.followers) {
      DefuseInvariant invariant{"follower", placeOf(program, one.second.read), {}, {}, {}};
      invariant.why = fmt::format("the thread had read the place at {}, and it has another value "
                                  "by then",
                                  shown(placeOf(program, one.first.read)));
      for (const defuse::PairKey &key : {one.first, one.second})
        if (const auto number = numbers.find(key); number != numbers.end())
          invariant.pairs.push_back(number->second);
      if (!invariant.pairs.empty())
        invariant.variable = result.pairs[invariant.pairs.back()].variable;
      result.invariants.push_back(std::move(invariant));
    }
  }

  void add(const char *kind, const FoundPair &one, const FoundPair &other, const char *why) {
    result.invariants.push_back({kind,
                                 placeOf(program, one.key.read),
                                 one.variable,
                                 {numbers.at(one.key), numbers.at(other.key)},
                                 why});
  }

  const defuse::Outcome &outcome;
  const program::Program &program;
  DefuseReport result;
  std::vector<const FoundPair *> sorted;
  std::map<defuse::PairKey, std::size_t> numbers;
};

} // namespace

DefuseReport reportDefuse(const defuse::Outcome &outcome, const program::Program &program,
                          const std::function<std::string(const defuse::PairKey &)> &testOf) {
  return Reporter(outcome, program).report(testOf);
}

std::vector<std::pair<std::string, std::string>> figuresOf(const defuse::CampaignFigures &figures) {
  std::vector<std::pair<std::string, std::string>> result;
  const auto add = [&](const char *name, std::uint64_t value) {
    result.emplace_back(name, std::to_string(value));
  };
  add("guided_executions", figures.executions);
  add("completing_executions", figures.completing);
  add("searched_executions", figures.searched);
  add("repeated_executions", figures.repeated);
  add("pairs_inferred", figures.inferred);
  add("pairs_inferred_and_replayed", figures.replayed);
  add("pairs_not_in_a_trace", figures.infeasibleInTraces);
  add("longest_trace", figures.longest);
  add("guided_milliseconds", static_cast<std::uint64_t>(figures.guidedSeconds * 1000));
  const trace::PredictFigures &formulas = figures.formulas;
  add("formula_constraints", formulas.constraints);
  add("formula_questions", formulas.questions);
  add("formula_milliseconds", static_cast<std::uint64_t>(formulas.seconds * 1000));
  add("events_in_order", formulas.events);
  add("reads_in_traces", formulas.reads);
  add("reads_in_cone", formulas.inCone);
  add("pairs_to_encode", formulas.before.pairs);
  add("constraints_to_encode", formulas.before.constraints);
  for (std::size_t i = 0; i < formulas.after.size(); ++i) {
    const std::string name = trace::reductionNames[i].name;
    add(("pairs_after_" + name).c_str(), formulas.after[i].pairs);
    add(("constraints_after_" + name).c_str(), formulas.after[i].constraints);
  }
  add("reads_folded", formulas.folded);
  add("conditions_in_traces", formulas.conditions);
  add("conditions_open", formulas.open);
  return result;
}

} // namespace heddle::report
