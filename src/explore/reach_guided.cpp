#include "explore/reach_guided.h"

#include "explore/loop.h"
#include "explore/refine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <llvm/IR/Instructions.h>
#include <thread>
#include <tuple>

namespace heddle::explore {

namespace {

constexpr std::uint64_t slice = 400;   ///< States of a trial until another one has its turn.
constexpr std::size_t mostSets = 4096; ///< Put together before they are sorted.
constexpr unsigned pausedMisses = 1;   ///< What a trial that found nothing in its slice counts.
constexpr std::size_t mostOrders = 12; ///< Of the steps of a trial.
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
               vm::SharedCode &caller, const std::vector<analysis::Goal> &goals,
               const GuidedOptions &options, Progress &progress)
      : facts(facts), system(system), caller(caller), goals(goals), options(options),
        progress(progress), notes(facts.program, analysis::marksFor(goals)),
        reachability(
            analysis::Reachability::analyse(facts.program, facts.pointers, facts.threads, true)),
        refiner(facts, system, notes),
        end(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(options.seconds))) {}

  support::Outcome<GuidedAnswer> run() {
    const support::Outcome<program::Program> marked =
        program::withMarks(facts.program, notes.marks(), static_cast<unsigned>(goals.size()));
    if (!marked)
      return marked.failure();
    const std::vector<program::LocationId> original = program::unmarked(*marked, facts.program);
    if (original.empty())
      return support::Failure{"internal defect: a program with marks is not the program", {}};
    vm::SharedCode code(*marked, false);
    code.setThreads(caller.threads());
    const std::function<bool(const Found &)> accepts = [&](const Found &arrival) {
      caller.setThreads(code.threads());
      return options.accepts(arrival);
    };
    GuidedWorld world{facts.program,
                      code,
                      original,
                      notes,
                      system,
                      relevant,
                      reachability,
                      progress,
                      settings(),
                      options.maxDepth,
                      options.accepts ? accepts : options.accepts};
    findRoutes();
    // First by few scheduling points; what that misses may need the others.
    for (const bool isCoarse : {true, false}) {
      const std::uint64_t states = isCoarse ? options.states / 2 : options.states;
      waiting.clear();
      for (RouteSet &set : begun) {
        set.isCoarse = isCoarse;
        add(world, set, 0);
      }
      search(world, states);
      if (answer.found)
        break;
    }
    caller.setThreads(code.threads());
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
  void findRoutes() {
    std::vector<std::vector<Weighed>> routes;
    for (const analysis::Goal &goal : goals)
      routes.push_back(routesTo(goal));
    std::vector<std::vector<std::size_t>> sets = {{}};
    for (const auto &of : routes) {
      std::vector<std::vector<std::size_t>> longer;
      for (const auto &set : sets)
        for (std::size_t i = 0; i < of.size() && longer.size() < mostSets; ++i) {
          longer.push_back(set);
          longer.back().push_back(i);
        }
      sets = std::move(longer);
    }
    const auto weight = [&](const std::vector<std::size_t> &set) {
      std::pair<std::size_t, std::size_t> sum;
      for (std::size_t i = 0; i < set.size(); ++i) {
        sum.first += routes[i][set[i]].calls;
        sum.second += routes[i][set[i]].length;
      }
      return sum;
    };
    std::ranges::sort(sets, {}, [&](const auto &set) { return std::pair(weight(set), set); });
    if (sets.size() > options.traceSets)
      sets.resize(options.traceSets);
    for (const auto &set : sets) {
      RouteSet &one = begun.emplace_back();
      for (std::size_t i = 0; i < set.size(); ++i) {
        one.routes.push_back(routes[i][set[i]].route);
        one.length += one.routes.back().steps.size();
      }
      if (options.origin && !refiner.precede(one.routes.front(), *options.origin))
        begun.pop_back();
    }
    answer.traceSets = sets.size();
    answer.length = begun.empty() ? 0 : begun.front().length;
  }

  struct Weighed {
    Route route;
    std::size_t calls = 0;
    std::size_t length = 0;
  };

  /// Ways that differ only within a library are one.
  std::vector<Weighed> routesTo(const analysis::Goal &goal) {
    std::vector<Weighed> routes;
    const llvm::Function *last = nullptr;
    for (const program::LocationId place : goal.places) {
      const llvm::Instruction &at = *facts.program.location(place).instruction;
      if (at.getFunction() == last || !facts.pointers.isReachable(*at.getFunction()))
        continue; // A line begins once in a function.
      last = at.getFunction();
      const analysis::PlaceId id = system.add(at, analysis::AbstractGoal);
      for (const analysis::AbstractTrace &trace : system.tracesTo(id, options.traceSets)) {
        Route route = refiner.routeOf(trace);
        if (std::ranges::none_of(routes, [&](const Weighed &one) { return one.route == route; }))
          routes.push_back({std::move(route), system.callsOf(trace), trace.size()});
      }
    }
    return routes;
  }

  void add(GuidedWorld &world, RouteSet set, unsigned misses) {
    if (set.refinements > options.refinements)
      return;
    waiting.push_back({std::make_unique<GuidedTrial>(world, std::move(set)), misses, number++});
    ++answer.trials;
  }

  void search(GuidedWorld &world, std::uint64_t states) {
    relevant = system.relevant();
    while (!waiting.empty() && !isCancelled(progress) && answer.allStates < states &&
           Clock::now() < end) {
      std::vector<Turn> turns = nextTurns();
      runSideBySide(turns);
      for (Turn &turn : turns)
        if (settle(world, std::move(turn)))
          return;
    }
  }

  /// A trial that goes on for a slice.
  struct Turn {
    Waiting one;
    std::uint64_t states = 0; ///< Before it.
    std::uint64_t instructions = 0;
    GuidedTrial::Outcome outcome = GuidedTrial::Outcome::Paused;
  };

  /// The most promising trials. One alone at first: most questions are answered by then.
  std::vector<Turn> nextTurns() {
    const std::size_t most = answer.allStates < options.alone ? 1 : std::max(1u, options.workers);
    std::vector<Turn> turns;
    while (turns.size() < most && !waiting.empty()) {
      const auto next = std::ranges::min_element(waiting, {}, &Waiting::key);
      turns.push_back({std::move(*next)});
      turns.back().states = turns.back().one.trial->states();
      turns.back().instructions = turns.back().one.trial->instructions();
      waiting.erase(next);
    }
    return turns;
  }

  /// Nothing that they share is written meanwhile but what keeps a lock of its own.
  static void runSideBySide(std::vector<Turn> &turns) {
    std::atomic<std::size_t> arrived = turns.size(); // The first one in their order.
    const auto follow = [&](std::size_t number) {
      Turn &turn = turns[number];
      turn.outcome = turn.one.trial->run(slice, [&] { return arrived.load() < number; });
      std::size_t known = arrived.load();
      while (turn.outcome == GuidedTrial::Outcome::Reached && number < known &&
             !arrived.compare_exchange_weak(known, number)) {
      }
    };
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < turns.size(); ++i)
      threads.emplace_back(follow, i);
    follow(0);
  }

  /// True if it has arrived.
  bool settle(GuidedWorld &world, Turn turn) {
    Waiting &one = turn.one;
    GuidedTrial &trial = *one.trial;
    answer.allStates += trial.states() - turn.states;
    answer.stats.instructions += trial.instructions() - turn.instructions;
    progress.states.store(answer.allStates, std::memory_order_relaxed);
    note(trial);
    switch (turn.outcome) {
    case GuidedTrial::Outcome::Reached:
      answer.found = trial.found();
      answer.states = trial.set().states + trial.states();
      answer.refinements = trial.set().refinements;
      answer.length = trial.set().length;
      return true;
    case GuidedTrial::Outcome::Blocked: {
      noteBlock(trial.blocked());
      std::vector<RouteSet> refined = refiner.refine(trial);
      relevant = system.relevant();
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
    case GuidedTrial::Outcome::Misordered: {
      RouteSet set = trial.set();
      set.orders.push_back(trial.missingOrder());
      set.states += trial.states();
      if (set.orders.size() <= mostOrders)
        add(world, std::move(set), one.misses);
      one.misses += blockedMisses;
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
    return false;
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
  vm::SharedCode &caller;
  const std::vector<analysis::Goal> &goals;
  const GuidedOptions &options;
  Progress &progress;
  const Notes notes;
  analysis::Reachability reachability;
  Refiner refiner;
  std::vector<RouteSet> begun; ///< Before anything is refined.
  analysis::AbstractSystem::Relevant relevant;
  const Clock::time_point end;
  std::vector<Waiting> waiting;
  std::size_t number = 0;
  std::size_t leastLeft = ~std::size_t{0};
  GuidedAnswer answer;
};

} // namespace

support::Outcome<GuidedAnswer> searchGuided(const analysis::AbstractFacts &facts,
                                            analysis::AbstractSystem &system, vm::SharedCode &code,
                                            const std::vector<analysis::Goal> &goals,
                                            const GuidedOptions &options, Progress &progress) {
  return GuidedSearch(facts, system, code, goals, options, progress).run();
}

} // namespace heddle::explore
