// Every execution, those with the fewest preemptions first (iterative context bounding, Musuvathi
// and Qadeer, PLDI 2007). A switch away from a thread that could go on is a preemption. A round
// goes on from where the one before stopped short of one: executions with 0, then those with 1, ...
// so each is visited once, in the round of its number.
#include "explore/collector.h"
#include "explore/frontier.h"
#include "explore/loop.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace heddle::explore {

namespace {

class Rounds {
public:
  Rounds(vm::SharedCode &code, const Options &options, Progress &progress)
      : code(code), options(options), progress(progress), most(*options.preemptions),
        machine(code, machineOptions(options, progress, vm::Rounds::Retry)),
        asking(progress, machine), collector(options.onFound) {}

  Answer run() {
    if (options.resume)
      resume();
    else
      now.add({}); // All that there is.
    machine.start();
    bool goesOn = !collector.foundBug() || options.all;
    while (goesOn) {
      while (goesOn && reader.next(target))
        goesOn = goTo(target) ? explore() : !isCancelled(progress);
      if (!goesOn || later.empty() || round >= most)
        break;
      ++round;
      now = std::exchange(later, Frontier());
      reader = Frontier::Reader(now);
      target.clear();
    }
    if (goesOn && options.onCheckpoint)
      saveState();
    if (goesOn && !later.empty())
      addGap("executions with more than " + times(most) + " were not tried");
    else if (isCancelled(progress) && round > 0)
      addGap("all executions with up to " + times(round - 1) + " were tried");
    Answer answer = collector.finish(statsNow());
    answer.stats.more.emplace_back("preemptions", round);
    answer.stoppedAt = stoppedAt;
    return answer;
  }

private:
  void resume() {
    recall(code, options, progress, vm::Rounds::Retry, *options.resume, collector);
    support::ByteReader from(options.resume->frontier);
    round = from.number();
    now.read(from);
    later.read(from);
    if (from.isBad() || !from.isAtEnd())
      collector.addGap(resumeGap());
  }

  Stats statsNow() const {
    Stats result = stats;
    countWork(machine, result);
    if (options.resume)
      addStats(result, options.resume->stats);
    return result;
  }

  /// What is left of this round, first what is nearest, and what is left for the next.
  void saveState() {
    Frontier left;
    for (std::size_t length = steps.size(); length-- > 0;)
      for (const vm::Choice &choice : std::views::reverse(steps[length].free)) {
        std::vector<vm::Choice> one(path.begin(),
                                    path.begin() + static_cast<std::ptrdiff_t>(length));
        one.push_back(choice);
        left.add(one);
      }
    std::vector<vm::Choice> following = target;
    for (Frontier::Reader others = reader; others.next(following);)
      left.add(following);
    support::ByteWriter to;
    to.number(round);
    left.write(to);
    later.write(to);
    Saved saved = savedSoFar(code, statsNow(), collector);
    saved.frontier = to.all();
    save(options, progress, saved);
  }

  /// A point of the path, with its mark.
  struct Step {
    std::size_t mark;
    vm::ThreadId running;         ///< Who acted last before it.
    std::vector<vm::Choice> free; ///< Choices that cost nothing, still to try; the next one last.
  };

  static std::string times(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " preemption" : " preemptions");
  }

  void addGap(std::string detail) {
    collector.addGap({"preemptions", std::move(detail), program::noLocation});
  }

  /// Whether the thread could go on by itself. To stop waiting without what one waits for is no
  /// going on, nor is a round of a loop that comes to nothing: a thread that could only do that was
  /// not pushed aside.
  bool couldGoOn(vm::ThreadId thread) {
    const auto ways = std::ranges::count(machine.choices(), thread, &vm::Choice::thread);
    if (ways == 0)
      return false;
    const vm::Pending &pending = machine.thread(thread).pending;
    switch (pending.kind) {
    case program::OpKind::TimedLock:
    case program::OpKind::TimedReadLock:
    case program::OpKind::TimedWriteLock:
    case program::OpKind::SemTimedWait:
      return ways > 1; // The other way is to give up.
    default:
      return pending.phase != vm::Phase::Waiting && !machine.onlyWaits(thread);
    }
  }

  /// Takes a choice from a point that gets a mark. An answer to a question of the program (a side
  /// of a branch) is no switch, whoever asks.
  void advance(vm::Choice choice, std::vector<vm::Choice> stillFree) {
    const vm::Phase phase = machine.thread(choice.thread).pending.phase;
    steps.push_back({machine.mark(), running, std::move(stillFree)});
    path.push_back(choice);
    if (phase != vm::Phase::Branch && phase != vm::Phase::Choose)
      running = choice.thread;
    machine.take(choice);
  }

  /// Back to the point after `length` choices.
  void goBack(std::size_t length) {
    if (length == steps.size())
      return;
    machine.back(steps[length].mark);
    machine.drop(steps[length].mark);
    running = steps[length].running;
    steps.resize(length);
    path.resize(length);
  }

  /// From wherever the path is to the end of another, over what they share; false if that is no
  /// path.
  bool goTo(const std::vector<vm::Choice> &to) {
    goBack(static_cast<std::size_t>(std::ranges::mismatch(path, to).in1 - path.begin()));
    while (path.size() < to.size()) {
      if (!canTake(machine, to[path.size()])) {
        if (!isCancelled(progress))
          collector.addGap(resumeGap());
        return false;
      }
      advance(to[path.size()], {});
      if (path.size() < to.size()) { // The last choice is new, the others were looked at.
        machine.takeFaults();
        machine.takeGaps();
      }
    }
    return true;
  }

  /// Everything from here on that costs nothing. What costs one is left for the next round. False
  /// if the search is over.
  bool explore() {
    const std::size_t base = path.size();
    while (true) {
      collector.look(machine, path);
      if (isCancelled(progress)) {
        if (machine.end() == vm::End::Normal && !steps.empty())
          goBack(steps.size() - 1); // All threads are done: say where others could go on.
        stoppedAt = placeOf(machine);
        return false;
      }
      const bool ends = machine.choices().empty();
      if (ends)
        countEnd(machine, stats);
      if (collector.foundBug() && !options.all)
        return false;
      std::vector<vm::Choice> free;
      if (ends) {
        if (options.atEnd)
          options.atEnd(machine, path);
      } else if (isTooDeep(options.limits, path.size())) {
        collector.addGap(depthGap(machine, options.limits));
      } else {
        stats.states += machine.choices().size() > 1;
        free = sort(machine.choices());
      }
      publish(stats, published, path.size(), progress);
      if (free.empty()) {
        if (isSaveWanted(progress))
          saveState();
        std::size_t length = path.size();
        while (length > base && steps[length - 1].free.empty())
          --length;
        if (length > base)
          free = std::move(steps[--length].free);
        goBack(length);
        if (free.empty())
          return true;
      }
      const vm::Choice next = free.back();
      free.pop_back();
      advance(next, std::move(free));
    }
  }

  /// The choices that cost nothing, the first one last; the others are left for later.
  std::vector<vm::Choice> sort(const std::vector<vm::Choice> &choices) {
    if (!couldGoOn(running))
      return {choices.rbegin(), choices.rend()};
    std::vector<vm::Choice> free;
    for (const vm::Choice &choice : choices) {
      if (choice.thread == running) {
        free.push_back(choice);
      } else {
        path.push_back(choice);
        later.add(path);
        path.pop_back();
      }
    }
    std::ranges::reverse(free);
    return free;
  }

  vm::SharedCode &code;
  const Options &options;
  Progress &progress;
  const std::uint64_t most;
  vm::Machine machine;
  const Progress::Asking asking;
  Collector collector;
  Stats stats;
  Stats published;
  std::vector<vm::Choice> path;
  std::vector<Step> steps; ///< One for each choice of the path.
  vm::ThreadId running = 0;
  std::uint64_t round = 0;
  Frontier now;                   ///< Paths that this round goes on from,
  Frontier::Reader reader{now};   ///< those of them that are left,
  std::vector<vm::Choice> target; ///< and the one it went on from last.
  Frontier later; ///< Paths whose last choice is one preemption too many for this round.
  program::LocationId stoppedAt = program::noLocation;
};

class Preemptions : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    return Rounds(code, options, progress).run();
  }
};

} // namespace

std::unique_ptr<Explorer> makePreemptions() {
  return std::make_unique<Preemptions>();
}

} // namespace heddle::explore
