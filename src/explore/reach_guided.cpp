#include "explore/reach_guided.h"

#include "explore/loop.h"
#include "explore/refine.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <queue>
#include <tuple>

namespace heddle::explore {

namespace {

constexpr std::uint64_t slice = 400;   ///< States of a trial until another one has its turn.
constexpr std::size_t mostSets = 4096; ///< Put together before they are sorted.
constexpr unsigned pausedMisses = 1;   ///< What a trial that found nothing in its slice counts.
constexpr unsigned blockedMisses = 2;  ///< What is left of one that was turned away.

/// Trials wait for their turn: those that promise most first.
struct Waiting {
  std::unique_ptr<GuidedTrial> trial;
  unsigned misses = 0;
  std::size_t order = 0;

  auto key() const {
    const RouteSet &set = trial->set();
    return std::tuple(misses, set.rank, ~set.refinements, order);
  }
};

class GuidedSearch {
public:
  GuidedSearch(const analysis::AbstractFacts &facts, analysis::AbstractSystem &system,
               const std::vector<analysis::Goal> &goals, const GuidedOptions &options,
               Progress &progress)
      : facts(facts), system(system), goals(goals), options(options), progress(progress),
        notes(facts.program, analysis::marksFor(goals)),
        reachability(
            analysis::Reachability::analyse(facts.program, facts.pointers, facts.threads, true)),
        refiner(facts, system, notes) {}

  support::Outcome<GuidedAnswer> run() {
    const support::Outcome<program::Program> marked =
        program::withMarks(facts.program, notes.marks(), static_cast<unsigned>(goals.size()));
    if (!marked)
      return marked.failure();
    const std::vector<program::LocationId> original = program::unmarked(*marked, facts.program);
    if (original.empty())
      return support::Failure{"internal defect: a program with marks is not the program", {}};
    vm::SharedCode code(*marked, false);
    GuidedWorld world{facts.program, code,     original,   notes,           system,
                      reachability,  progress, settings(), options.maxDepth};
    begin(world);
    search(world);
    finish();
    return std::move(answer);
  }

private:
  using Clock = std::chrono::steady_clock;

  vm::Options settings() const {
    vm::Options result = options.vm;
    for (const vm::FaultKind kind :
         {vm::FaultKind::DataRace, vm::FaultKind::Overflow, vm::FaultKind::Leak})
      result.checks.reset(static_cast<unsigned>(kind));
    return result;
  }

  /// One route for each goal, all combinations: those with the fewest calls first (section 7).
  void begin(GuidedWorld &world) {
    std::vector<std::vector<analysis::AbstractTrace>> traces;
    for (const analysis::Goal &goal : goals) {
      std::vector<analysis::AbstractTrace> all;
      const llvm::Function *last = nullptr;
      for (const program::LocationId place : goal.places) {
        const llvm::Instruction &at = *facts.program.location(place).instruction;
        if (at.getFunction() == last || !facts.pointers.isReachable(*at.getFunction()))
          continue; // A line begins once in a function.
        last = at.getFunction();
        const analysis::PlaceId id = system.add(at, analysis::AbstractGoal);
        for (analysis::AbstractTrace &trace : system.tracesTo(id, options.traceSets))
          all.push_back(std::move(trace));
      }
      traces.push_back(std::move(all));
    }
    std::vector<std::vector<std::size_t>> sets = {{}};
    for (const auto &of : traces) {
      std::vector<std::vector<std::size_t>> longer;
      for (const auto &set : sets)
        for (std::size_t i = 0; i < of.size() && longer.size() < mostSets; ++i) {
          longer.push_back(set);
          longer.back().push_back(i);
        }
      sets = std::move(longer);
    }
    const auto weight = [&](const std::vector<std::size_t> &set) {
      std::size_t calls = 0;
      std::size_t length = 0;
      for (std::size_t i = 0; i < set.size(); ++i) {
        calls += system.callsOf(traces[i][set[i]]);
        length += traces[i][set[i]].size();
      }
      return std::pair(calls, length);
    };
    std::ranges::sort(sets, {}, [&](const auto &set) { return std::pair(weight(set), set); });
    if (sets.size() > options.traceSets)
      sets.resize(options.traceSets);
    for (const auto &set : sets) {
      RouteSet routes;
      for (std::size_t i = 0; i < set.size(); ++i) {
        routes.routes.push_back(refiner.routeOf(traces[i][set[i]]));
        routes.length += routes.routes.back().steps.size();
      }
      add(world, std::move(routes), 0);
    }
    answer.traceSets = sets.size();
  }

  void add(GuidedWorld &world, RouteSet set, unsigned misses) {
    if (set.refinements > options.refinements)
      return;
    waiting.push_back({std::make_unique<GuidedTrial>(world, std::move(set)), misses, number++});
    ++answer.trials;
  }

  void search(GuidedWorld &world) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(options.seconds));
    while (!waiting.empty() && !isCancelled(progress) && answer.allStates < options.states &&
           Clock::now() < end) {
      const auto next = std::ranges::min_element(waiting, {}, &Waiting::key);
      Waiting one = std::move(*next);
      waiting.erase(next);
      GuidedTrial &trial = *one.trial;
      const std::uint64_t before = trial.states();
      const std::uint64_t instructions = trial.instructions();
      const auto outcome = trial.run(slice);
      answer.allStates += trial.states() - before;
      answer.stats.instructions += trial.instructions() - instructions;
      progress.states.store(answer.allStates, std::memory_order_relaxed);
      note(trial);
      switch (outcome) {
      case GuidedTrial::Outcome::Reached:
        answer.found = trial.found();
        answer.states = trial.set().states + trial.states();
        answer.refinements = trial.set().refinements;
        answer.length = trial.set().length;
        return;
      case GuidedTrial::Outcome::Blocked: {
        noteBlock(trial.blocked());
        std::vector<RouteSet> refined = refiner.refine(trial);
        if (options.say && !refined.empty())
          options.say(describe(trial.blocked(), refined.size()));
        for (RouteSet &set : refined) {
          const unsigned misses = set.misses;
          add(world, std::move(set), misses);
        }
        one.misses += refined.empty() ? 0 : blockedMisses;
        waiting.push_back(std::move(one));
        break;
      }
      case GuidedTrial::Outcome::Paused:
        one.misses += pausedMisses;
        waiting.push_back(std::move(one));
        break;
      case GuidedTrial::Outcome::Over:
        break;
      }
    }
  }

  std::string describe(const Blocked &block, std::size_t count) const {
    const program::Place place = facts.program.place(facts.program.locationOf(*block.branch));
    return fmt::format("{} is turned away at {}:{}; {} refinement{}", block.threadName, place.file,
                       place.line, count, count == 1 ? "" : "s");
  }

  /// The way that came nearest.
  void note(const GuidedTrial &trial) {
    std::size_t left = 0;
    for (std::size_t i = 0; i < trial.set().routes.size(); ++i)
      left += trial.set().routes[i].steps.size() - trial.farthest()[i];
    if (left >= leastLeft && !trial.found())
      return;
    leastLeft = left;
    answer.steps.clear();
    for (std::size_t i = 0; i < trial.set().routes.size(); ++i) {
      const Route &route = trial.set().routes[i];
      for (std::size_t k = 0; k < route.steps.size(); ++k)
        answer.steps.push_back({facts.program.locationOf(*system[route.steps[k].place].at),
                                system[route.steps[k].place].roles, static_cast<std::uint32_t>(i),
                                route.steps[k].segment,
                                trial.found() ? true : k < trial.farthest()[i]});
    }
  }

  void noteBlock(const Blocked &block) {
    const program::LocationId at = facts.program.locationOf(*block.branch);
    auto known = std::ranges::find(answer.blocks, at, &GuidedBlock::at);
    if (known == answer.blocks.end())
      known = answer.blocks.insert(known, GuidedBlock{at, {}, {}, 0});
    GuidedBlock &added = *known; // With what it saw last.
    added.thread = block.threadName;
    added.values.clear();
    ++added.times;
    for (const llvm::Instruction *read : system.readsOf(*block.branch)) {
      const auto *load = llvm::dyn_cast<llvm::LoadInst>(read);
      const auto value = block.values.find(read);
      if (!load || value == block.values.end() || !load->getType()->isIntegerTy())
        continue;
      const std::string name = facts.program.nameOf(*load->getPointerOperand());
      const unsigned shift = 64 - load->getType()->getIntegerBitWidth();
      const auto shownValue = static_cast<std::int64_t>(value->second << shift) >> shift;
      added.values.emplace_back(name.empty() ? "?" : name, fmt::format("{}", shownValue));
    }
  }

  void finish() {
    std::ranges::sort(answer.blocks, {},
                      [](const GuidedBlock &one) { return std::pair(~one.times, one.at); });
    answer.stats.states = answer.found ? answer.states : answer.allStates;
    if (!answer.found)
      answer.states = answer.allStates;
    answer.stats.executions = answer.trials;
  }

  const analysis::AbstractFacts &facts;
  analysis::AbstractSystem &system;
  const std::vector<analysis::Goal> &goals;
  const GuidedOptions &options;
  Progress &progress;
  const Notes notes;
  analysis::Reachability reachability;
  Refiner refiner;
  std::vector<Waiting> waiting;
  std::size_t number = 0;
  std::size_t leastLeft = ~std::size_t{0};
  GuidedAnswer answer;
};

} // namespace

support::Outcome<GuidedAnswer> searchGuided(const analysis::AbstractFacts &facts,
                                            analysis::AbstractSystem &system,
                                            const std::vector<analysis::Goal> &goals,
                                            const GuidedOptions &options, Progress &progress) {
  return GuidedSearch(facts, system, goals, options, progress).run();
}

} // namespace heddle::explore
