// Value schedules (paper 002): static pairs of operations that conflict say where threads are to
// change, and to which operation of which other thread.
//
// First one execution without any change. Wherever it comes to an operation that another thread
// conflicts with, that is a backtracking point: a state, and the operations that may come before.
// Each of them is then tried by itself, out of order: the pairs first that break programs most
// often (equation 6.1), with one fulfilment each and no further points. The execution does not go
// to its end before: it stops after two points, then after four more and so on, so that no more
// states are kept than about twice those that are needed. Then all are derived depth first, also
// those that are met on the way to others (value_derivation.h).
//
// That finds bugs; it does not show that there are none. An order that several threads bring about
// together, or that nobody can name a pair for, may be missing. So what is `safe` is shown by dpor,
// which goes through what there is once the pairs have led nowhere.
#include "explore/loop.h"
#include "explore/sampling.h"
#include "explore/value_derivation.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::explore {

namespace {

constexpr std::uint64_t mostWork = 60'000'000;
constexpr std::size_t firstWindow = 2;
constexpr std::uint64_t firstStates = 24;    ///< Before dpor has its turn,
constexpr std::uint64_t leastStates = 100;   ///< and when it has found nothing.
constexpr std::uint64_t mostShadowed = 5000; ///< Executions of dpor, to say what is infeasible.
constexpr std::size_t mostPoints = 20'000;   ///< Each keeps a state.

class Schedules {
public:
  Schedules(vm::SharedCode &code, const Options &options, Progress &progress)
      : code(code), options(options), progress(progress),
        pairs(code.program(), options.values.focus, options.values.slices), fates(pairs),
        collector(options.onFound),
        derivation(pairs, fates, collector, options, progress,
                   {options.values.accessibility, options.values.aliases, options.values.slices}) {}

  /// Goes through the pairs until there are so many states, as long as that leads anywhere new.
  void goOn(std::uint64_t states) {
    if (!hasBegun) {
      hasBegun = true;
      path.emplace();
      path->machine =
          std::make_unique<vm::Machine>(code, machineOptions(options, progress, vm::Rounds::Retry));
      path->machine->record(&fates.recorder());
      path->machine->start();
      derivation.countInstructions(0, path->machine->instructions());
      advance();
    }
    while (!over && !isSpent() && derivation.stats.states <= states && next())
      ;
  }

  Answer finish() {
    Stats stats = derivation.stats;
    const Derivation::Counters &counters = derivation.counters;
    const auto add = [&](std::string name, std::uint64_t count) {
      stats.more.emplace_back(std::move(name), count);
    };
    constexpr std::array<const char *, conflictKinds> kinds = {"rw", "wn", "wm", "ww", "mm", "sy"};
    for (std::size_t i = 0; i < conflictKinds; ++i)
      add(fmt::format("pairs_{}", kinds[i]), pairs.counts[i]);
    add("slices", pairs.slices);
    add("pairs_milliseconds", static_cast<std::uint64_t>(pairs.seconds * 1000));
    add("value_schedules", schedules);
    add("out_of_order", outOfOrder);
    add("orders_begun", counters.derived);
    add("orders_fulfilled", counters.fulfilled);
    add("given_up_branch", counters.givenUp[static_cast<std::size_t>(GivenUp::Branch)]);
    add("given_up_address", counters.givenUp[static_cast<std::size_t>(GivenUp::Address)]);
    add("given_up_blocked", counters.givenUp[static_cast<std::size_t>(GivenUp::Blocked)]);
    add("not_begun_unreachable", counters.unreachable);
    add("not_begun_dropped", counters.skippedDropped);
    add("not_begun_other_slice", counters.otherSlices);
    add("pairs_dropped", counters.dropped);
    add("reachability_asked", pairs.asked);
    add("reachability_cached", pairs.cached);
    Answer answer = collector.finish(stats);
    answer.stoppedAt = derivation.stoppedAt;
    return answer;
  }

  std::uint64_t executions() const { return derivation.stats.executions; }
  bool isOver() const { return over; }
  Fates &ofPairs() { return fates; }
  bool hasPairs() const { return !pairs.all().empty(); }

private:
  bool isSpent() const {
    return schedules >= options.values.most || derivation.stats.instructions >= mostWork ||
           points.size() >= mostPoints;
  }

  /// The next thing to do (figure 6.5): what is best out of order, or else the path that is under
  /// way, or else the last point.
  bool next() {
    if (tryBest())
      return true;
    if (path) {
      window *= 2;
      advance();
      return true;
    }
    if (points.empty())
      return false;
    Point &last = points.back();
    while (last.next < last.items.size() &&
           (last.items[last.next].isSettled || derivation.isDropped(last.items[last.next])))
      ++last.next;
    if (last.next == last.items.size()) {
      points.pop_back();
      return true;
    }
    path = derivation.begin(last, last.items[last.next++]);
    window = firstWindow;
    advance();
    return true;
  }

  /// Lets one item come first by itself. False if there is none left.
  bool tryBest() {
    if (!options.values.prioritises)
      return false;
    std::erase_if(fresh, [](const Point *point) { return point->looked == point->items.size(); });
    if (fresh.empty())
      return false;
    // Of two that are as good, the later one.
    Point *best =
        *std::ranges::min_element(fresh.rbegin(), fresh.rend(), {}, [](const Point *point) {
          return point->items[point->looked].rank();
        });
    Item &item = best->items[best->looked++];
    if (derivation.isDropped(item)) {
      item.isSettled = true;
      return true;
    }
    Strand strand = derivation.begin(*best, item);
    const Progress::Asking asking(progress, *strand.machine);
    ++schedules;
    ++outOfOrder;
    bool meetsPoints = false;
    over = derivation.tryOut(strand, meetsPoints) == Derivation::Outcome::Over;
    item.isSettled = !meetsPoints;
    return true;
  }

  /// Goes on with the path, for so many points at a time: what is met is tried before what comes
  /// behind it.
  void advance() {
    const std::size_t known = points.size();
    // What the user asked about comes first wherever it is.
    const bool isPaused = options.values.prioritises && options.values.focus.empty();
    const std::size_t until = isPaused ? std::min(known + window, mostPoints) : mostPoints;
    if (follow(until) != Derivation::Outcome::Paused) {
      path.reset();
      ++schedules;
    }
    if (options.values.prioritises)
      for (std::size_t i = known; i < points.size(); ++i)
        fresh.push_back(&points[i]);
  }

  Derivation::Outcome follow(std::size_t until) {
    const Progress::Asking asking(progress, *path->machine);
    const Derivation::Outcome outcome = derivation.follow(*path, points, until);
    over = outcome == Derivation::Outcome::Over;
    return outcome;
  }

  vm::SharedCode &code;
  const Options &options;
  Progress &progress;
  ValuePairs pairs;
  Fates fates;
  Collector collector;
  Derivation derivation;
  std::optional<Strand> path;       ///< Under way, if there is one.
  std::deque<Point> points;         ///< In the order they were met.
  std::vector<Point *> fresh;       ///< Those that may have items to try out of order.
  std::size_t window = firstWindow; ///< Points to meet before they are tried.
  std::uint64_t schedules = 0;
  std::uint64_t outOfOrder = 0;
  bool hasBegun = false;
  bool over = false;
};

/// Runs executions of dpor again, so that it is known who does what in them.
class Shadow {
public:
  Shadow(vm::SharedCode &code, const Options &options, Progress &progress, vm::Recorder &recorder)
      : machine(code, machineOptions(options, progress, vm::Rounds::Stop)),
        asking(progress, machine) {
    machine.record(&recorder);
    machine.start();
  }

  void run(const std::vector<vm::Choice> &path) {
    if (++count > mostShadowed)
      isWhole = false;
    if (!isWhole)
      return;
    std::size_t common = 0;
    while (common < std::min(path.size(), steps.size()) && path[common] == steps[common].choice)
      ++common;
    if (common < steps.size()) {
      machine.back(steps[common].mark);
      machine.drop(steps[common].mark);
      steps.resize(common);
    }
    for (std::size_t i = common; i < path.size() && isWhole; ++i) {
      isWhole = std::ranges::find(machine.choices(), path[i]) != machine.choices().end();
      if (!isWhole)
        return;
      steps.push_back({path[i], machine.mark()});
      machine.take(path[i]);
    }
    machine.takeFaults();
    machine.takeGaps();
  }

  /// Whether that was done for all.
  bool sawAll() const { return isWhole; }

private:
  struct Step {
    vm::Choice choice;
    std::size_t mark; ///< Before it.
  };
  vm::Machine machine;
  const Progress::Asking asking;
  std::vector<Step> steps;
  std::uint64_t count = 0;
  bool isWhole = true;
};

class ValueSchedule : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &given, Progress &progress) override {
    Options options = given;
    std::set<std::string> known; // Told once, whoever meets it.
    bool isNew = false;
    if (given.onFound)
      options.onFound = [&](const Found &found, bool isSmall) {
        isNew = isSmall ? isNew : known.insert(bugKey(found.fault)).second;
        if (isNew)
          given.onFound(found, isSmall);
      };
    Schedules schedules(code, options, progress);
    schedules.goOn(options.values.completes ? firstStates : ~std::uint64_t{0});
    if (schedules.isOver() || !options.values.completes) {
      Answer answer = schedules.finish();
      if (!schedules.isOver())
        answer.gaps.push_back({"value-schedules", "only executions that pairs lead to were tried",
                               program::noLocation});
      answer.pairs = schedules.ofPairs().all();
      return answer;
    }
    // Where pairs lead nowhere it should not take much longer than without.
    Options rests = options;
    rests.workers = 1;
    rests.pause = Pause{1, ~std::uint64_t{0} / 2, [&](const Stats &stats) {
                          schedules.goOn(stats.states);
                          return !schedules.isOver();
                        }};
    std::optional<Shadow> shadow;
    if (schedules.hasPairs())
      shadow.emplace(code, options, progress, schedules.ofPairs().recorder());
    rests.atEnd = [&](vm::Machine &machine, const std::vector<vm::Choice> &path) {
      if (shadow)
        shadow->run(path);
      if (given.atEnd)
        given.atEnd(machine, path);
    };
    Answer rest = makeDpor()->run(code, rests, progress);
    const std::uint64_t completed = rest.stats.executions;
    const bool isBug = std::ranges::any_of(
        rest.found, [](const Found &one) { return one.fault.kind != vm::FaultKind::DataRace; });
    if (!schedules.isOver() && !isCancelled(progress) && (options.all || !isBug))
      schedules.goOn(std::max(rest.stats.states, leastStates)); // To know more of the pairs.
    Answer answer = schedules.finish();
    dropBounds(answer.gaps);
    Collector all({});
    all.add(answer);
    all.add(rest);
    addStats(rest.stats, answer.stats);
    // With a bug that is no race dpor ends before it has seen everything, unless it is to go on.
    if (rest.gaps.empty() && !isCancelled(progress) && (options.all || !all.foundBug()) && shadow &&
        shadow->sawAll())
      schedules.ofPairs().complete();
    Answer both = all.finish(rest.stats);
    both.pairs = schedules.ofPairs().all();
    both.phases = {{"value-schedule", schedules.executions(), 1}, {"dpor", completed, 1}};
    both.by = "dpor";
    both.stoppedAt = rest.stoppedAt == program::noLocation ? answer.stoppedAt : rest.stoppedAt;
    return both;
  }
};

} // namespace

std::unique_ptr<Explorer> makeValueSchedule() {
  return std::make_unique<ValueSchedule>();
}

} // namespace heddle::explore
