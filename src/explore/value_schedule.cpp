// Value schedules (paper 002): static pairs of operations that conflict say where threads are to
// change, and to which operation of which other thread.
//
// First one execution without any change. Wherever it comes to an operation that another thread
// conflicts with, that is a backtracking point: a state, and the operations that may come before.
// Each of them is then tried by itself, out of order: the pairs first that break programs most
// often (equation 6.1), with one fulfilment each and no further points. Then all are derived depth
// first, also those that are met on the way to others (value_derivation.h).
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
constexpr std::size_t mostPoints = 20'000; ///< Each keeps a state.

class Schedules {
public:
  Schedules(vm::SharedCode &code, const Options &options, Progress &progress)
      : code(code), options(options), progress(progress),
        pairs(code.program(), options.values.focus), fates(pairs), collector(options.onFound),
        derivation(pairs, fates, collector, options, progress,
                   {options.values.accessibility, options.values.aliases, options.values.slices}) {}

  /// Whether the pairs were gone through, or led to what ends the search.
  void run() {
    Strand first;
    first.machine =
        std::make_unique<vm::Machine>(code, machineOptions(options, progress, vm::Rounds::Retry));
    const Progress::Asking asking(progress, *first.machine);
    first.machine->start();
    if (follow(first, true))
      while (!points.empty() && !isSpent() && next())
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
    answer.pairs = fates.all();
    answer.stoppedAt = derivation.stoppedAt;
    return answer;
  }

  std::uint64_t executions() const { return derivation.stats.executions; }
  bool isOver() const { return over; }
  /// Whether every order that could be derived was.
  bool isWhole() const { return points.empty() && !over; }

private:
  bool isSpent() const {
    return schedules >= options.values.most || derivation.stats.instructions >= mostWork ||
           points.size() >= mostPoints;
  }

  /// False if the search is over.
  bool follow(Strand &strand, bool makesPoints) {
    ++schedules;
    over = derivation.follow(strand, makesPoints ? &points : nullptr) == Derivation::Outcome::Over;
    return !over;
  }

  /// The next item out of order, or else the next one of the last point.
  bool next() {
    if (options.values.prioritises) {
      Point *best = nullptr;
      for (Point &point : points)
        if (point.looked < point.items.size() &&
            (!best || point.items[point.looked].rank() <= best->items[best->looked].rank()))
          best = &point;
      if (best) {
        ++outOfOrder;
        Strand strand = derivation.begin(*best, best->items[best->looked++]);
        return follow(strand, false);
      }
    }
    Point &last = points.back();
    if (last.next == last.items.size()) {
      points.pop_back();
      return true;
    }
    Strand strand = derivation.begin(last, last.items[last.next++]);
    return follow(strand, true);
  }

  vm::SharedCode &code;
  const Options &options;
  Progress &progress;
  ValuePairs pairs;
  Fates fates;
  Collector collector;
  Derivation derivation;
  std::deque<Point> points;
  std::uint64_t schedules = 0;
  std::uint64_t outOfOrder = 0;
  bool over = false;
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
    schedules.run();
    Answer answer = schedules.finish();
    const std::uint64_t led = schedules.executions();
    if (schedules.isOver())
      return answer;
    if (!options.values.completes) {
      answer.gaps.push_back({"value-schedules", "only executions that pairs lead to were tried",
                             program::noLocation});
      return answer;
    }
    options.workers = 1;
    Answer rest = makeDpor()->run(code, options, progress);
    const std::uint64_t completed = rest.stats.executions;
    dropBounds(answer.gaps);
    Collector all({});
    all.add(answer);
    all.add(rest);
    addStats(rest.stats, answer.stats);
    Answer both = all.finish(rest.stats);
    both.pairs = std::move(answer.pairs);
    both.phases = {{"value-schedule", led, 1}, {"dpor", completed, 1}};
    both.by = "dpor";
    both.stoppedAt = rest.stoppedAt;
    return both;
  }
};

} // namespace

std::unique_ptr<Explorer> makeValueSchedule() {
  return std::make_unique<ValueSchedule>();
}

} // namespace heddle::explore
