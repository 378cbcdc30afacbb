// Dynamic partial-order reduction: one execution of every Mazurkiewicz trace and path (Abdulla,
// Aronis, Jonsson, Sagonas, JACM 2017).
//
// After each execution every pair of steps that could have happened the other way round is
// reversed: the steps that do not depend on the first, then the second, go into the wake-up tree of
// the point where the first was taken, unless a thread that sleeps there could begin them. A thread
// sleeps at a point when all that begins with its step has been tried. Whoever sleeps has been
// woken when a branch of the tree ends, so no execution is begun in vain.
//
// That holds where a step can be done wherever it does not depend on what came in between. A branch
// that cannot be followed, and a way of a step (a time-out, a side of a branch) that nobody asked
// for, are gone on from freely while others sleep: from such a point on only the threads tried at
// that very point count as tried (source sets), which is complete too, but may run into sleepers.
//
// Several workers share a search. One that has nothing to do is given a child that waits at a point
// of another one's path; the points above it are then shared. A reversal found below goes to the
// point it is for, whoever brought it there. A child that is begun counts as tried, for what begins
// with it will be come to within it: what is inserted later need not be added to it. A child begun
// beside others takes them for asleep that were begun before it.
#include "explore/dice.h"
#include "explore/dpor_worker.h"

namespace heddle::explore {

namespace {

class Dpor : public Explorer {
  using Workers = std::vector<std::unique_ptr<dpor::Worker>>;

  /// The first worker has begun; false if it is done, or is not to go on.
  static bool beginAlone(dpor::Worker &first, const Pause &pause) {
    while (first.isAtWork() && first.stats.executions < pause.executions &&
           first.work() < pause.work)
      first.takeTurn();
    return first.isAtWork() && pause.goesOn(first.stats);
  }

  static void runThreads(const Workers &workers) {
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < workers.size(); ++i)
      threads.emplace_back([&workers, i] {
        workers[i]->begin(false);
        workers[i]->run();
      });
    workers.front()->run();
    for (std::thread &thread : threads)
      thread.join();
  }

  static void takeTurns(dpor::Team &team, const Workers &workers, std::uint64_t seed) {
    Dice dice(seed, 0);
    team.takesTurns = true;
    for (std::size_t i = 1; i < workers.size(); ++i)
      workers[i]->begin(false);
    for (bool any = true; any && !team.isStopped() && !isCancelled(team.progress);) {
      any = false;
      for (const auto &worker : workers)
        for (std::uint64_t i = 0, count = 1 + dice.below(3); i < count; ++i)
          any |= worker->takeTurn();
    }
  }

public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    const unsigned count = std::max(1u, options.workers);
    dpor::Team team(options, progress, count);
    Workers workers;
    workers.push_back(std::make_unique<dpor::Worker>(code, team));
    dpor::Worker &first = *workers.front();
    first.begin(true);
    if (!options.pause || beginAlone(first, *options.pause)) {
      while (workers.size() < count)
        workers.push_back(std::make_unique<dpor::Worker>(code, team));
      if (options.turns)
        takeTurns(team, workers, *options.turns);
      else
        runThreads(workers);
    }
    for (const auto &worker : workers)
      worker->finish();
    for (std::size_t i = 1; i < workers.size(); ++i) {
      addStats(first.stats, workers[i]->stats);
      first.collected().add(workers[i]->collected());
    }
    Answer answer = first.collected().finish(first.stats);
    for (const auto &worker : workers)
      if (answer.stoppedAt == program::noLocation)
        answer.stoppedAt = worker->stoppedAt;
    return answer;
  }
};

} // namespace

std::unique_ptr<Explorer> makeDpor() {
  return std::make_unique<Dpor>();
}

} // namespace heddle::explore
