// A search by several workers, whatever the strategy: how they are started, share what they find,
// hand out their state together, and go on from such a state.
//
// A strategy brings a Worker with
//   using Unit, struct Common            work to take up; what all workers share
//   Worker(SharedCode &, Team<Worker> &)
//   void begin(bool isFirst)             at the beginning; only the first has something to do
//   void takeTurn()                      one execution
//   bool isBusy                          whether something is left to it
//   void adopt(const Unit &)             makes it busy
//   std::optional<Unit> rest()           what is left to it, between two turns
//   std::uint64_t work() const           as workOf counts it
//   Stats stats, statsNow() const, Collector collector, LocationId stoppedAt
//   static write(ByteWriter &, units, common), static read(ByteReader &, units, common)
#pragma once

#include "explore/checkpoint.h"
#include "explore/dice.h"
#include "explore/loop.h"
#include "explore/workers.h"

#include <algorithm>
#include <set>
#include <thread>

namespace heddle::explore {

/// Tells of bugs and ends, one at a time.
class Teller {
public:
  explicit Teller(const Options &options) : options(options) {}

  /// Who tells of a bug first is the only one to do so until it is told with small inputs.
  void found(const Found &one, bool isSmall) {
    if (!isSmall) {
      telling.lock();
      if (known.insert(bugKey(one.fault)).second) {
        teller = std::this_thread::get_id();
        options.onFound(one, false);
      } else {
        telling.unlock();
      }
    } else if (teller == std::this_thread::get_id()) {
      options.onFound(one, true);
      teller = std::thread::id();
      telling.unlock();
    }
  }
  /// For the collector of a worker.
  std::function<void(const Found &, bool)> asFunction() {
    if (!options.onFound)
      return {};
    return [this](const Found &one, bool isSmall) { found(one, isSmall); };
  }
  void atEnd(vm::Machine &machine, const std::vector<vm::Choice> &path) {
    if (!options.atEnd)
      return;
    const std::scoped_lock lock(ending);
    options.atEnd(machine, path);
  }

private:
  const Options &options;
  std::mutex telling;
  std::atomic<std::thread::id> teller;
  std::set<std::string> known;
  std::mutex ending;
};

/// What the workers of a search have in common.
template <class Worker> struct Team {
  Team(const Options &options, Progress &progress)
      : options(options), progress(progress), pool(std::max(1u, options.workers)), teller(options) {
  }

  bool isStopped() const { return stop.load(std::memory_order_relaxed); }
  /// Whether no worker is to begin another execution.
  bool isOver() const { return isCancelled(progress) || isStopped(); }

  const Options &options;
  Progress &progress;
  WorkPool<typename Worker::Unit> pool;
  Teller teller;
  typename Worker::Common common;
  bool takesTurns = false;        ///< They leave each other all they can.
  std::atomic<bool> stop = false; ///< A bug was found, and one is enough.
};

template <class Worker> class TeamSearch {
public:
  TeamSearch(vm::SharedCode &code, const Options &options, Progress &progress)
      : code(code), options(options), progress(progress), team(options, progress),
        before(team.teller.asFunction()) {}

  Answer run() {
    std::vector<Unit> units;
    if (options.resume)
      resume(units);
    workers.push_back(std::make_unique<Worker>(code, team));
    workers.front()->begin(!options.resume);
    for (Unit &unit : units)
      team.pool.give(std::move(unit));
    if (before.foundBug() && !options.all)
      team.stop = true;
    if (options.resume || !options.pause || beginAlone(*workers.front())) {
      for (unsigned i = 1; i < std::max(1u, options.workers); ++i)
        workers.push_back(std::make_unique<Worker>(code, team));
      if (options.turns)
        takeTurns();
      else
        runThreads();
    }
    return finish();
  }

private:
  using Unit = typename Worker::Unit;

  void resume(std::vector<Unit> &units) {
    recall(code, options, progress, Worker::roundsOf(options), *options.resume, before);
    support::ByteReader from(options.resume->frontier);
    Worker::read(from, units, team.common);
    if (from.isBad() || !from.isAtEnd())
      before.addGap(resumeGap());
  }

  /// Lets a worker do something; false if there is nothing to do.
  bool giveTurn(Worker &worker) {
    if (!worker.isBusy) {
      const std::optional<Unit> unit = team.pool.takeAtOnce();
      if (unit)
        worker.adopt(*unit);
      return unit.has_value();
    }
    worker.takeTurn();
    if (team.isOver())
      team.pool.end();
    return true;
  }

  /// False if the worker is done, or is not to go on. One that stays alone is asked again and
  /// again.
  bool beginAlone(Worker &first) {
    const Pause &pause = *options.pause;
    std::uint64_t executions = pause.executions;
    std::uint64_t work = pause.work;
    while (first.isBusy) {
      if (first.stats.executions >= executions || first.work() >= work) {
        if (!pause.goesOn(first.stats))
          return false;
        if (options.workers > 1)
          return true;
        executions = first.stats.executions + pause.executions;
        work = first.work() + pause.work;
      }
      if (isSaveWanted(progress))
        save({});
      giveTurn(first);
    }
    return false;
  }

  void work(Worker &worker) {
    while (true) {
      while (worker.isBusy) {
        if (isSaveWanted(progress))
          team.pool.pause([this](const std::deque<Unit> &units) { save(units); });
        giveTurn(worker);
      }
      const std::optional<Unit> unit = team.pool.take();
      if (!unit)
        return;
      worker.adopt(*unit);
    }
  }

  void runThreads() {
    if (team.isOver())
      team.pool.end();
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < workers.size(); ++i)
      threads.emplace_back([this, i] {
        workers[i]->begin(false);
        work(*workers[i]);
      });
    work(*workers.front());
    for (std::thread &thread : threads)
      thread.join();
  }

  void takeTurns() {
    Dice dice(*options.turns, 0);
    team.takesTurns = true;
    for (std::size_t i = 1; i < workers.size(); ++i)
      workers[i]->begin(false);
    for (bool any = true; any && !team.isOver();) {
      any = false;
      for (const auto &worker : workers)
        for (std::uint64_t i = 0, count = 1 + dice.below(3); i < count; ++i) {
          if (isSaveWanted(progress))
            team.pool.look([this](const std::deque<Unit> &units) { save(units); });
          any |= giveTurn(*worker);
        }
    }
  }

  void save(const std::deque<Unit> &waiting) {
    std::vector<Unit> units(waiting.begin(), waiting.end());
    for (const auto &worker : workers)
      if (std::optional<Unit> unit = worker->isBusy ? worker->rest() : std::nullopt)
        units.push_back(std::move(*unit));
    Collector all({});
    gather(all);
    Saved saved = savedSoFar(code, statsNow(), all);
    support::ByteWriter to;
    Worker::write(to, units, team.common);
    saved.frontier = to.all();
    explore::save(options, progress, saved);
  }

  void gather(Collector &into) const {
    into.add(before);
    for (const auto &worker : workers)
      into.add(worker->collector);
  }

  Stats statsNow() const {
    Stats stats;
    if (options.resume)
      stats = options.resume->stats;
    for (const auto &worker : workers)
      addStats(stats, worker->statsNow());
    return stats;
  }

  Answer finish() {
    if (options.onCheckpoint && !team.isOver())
      save({});
    Collector all({});
    gather(all);
    Stats stats = statsNow();
    team.common.count(stats);
    Answer answer = all.finish(stats);
    for (const auto &worker : workers)
      if (answer.stoppedAt == program::noLocation)
        answer.stoppedAt = worker->stoppedAt;
    return answer;
  }

  vm::SharedCode &code;
  const Options &options;
  Progress &progress;
  Team<Worker> team;
  Collector before; ///< What the search had found that is gone on with.
  std::vector<std::unique_ptr<Worker>> workers;
};

} // namespace heddle::explore
