#include "explore/sampling.h"

#include "explore/checkpoint.h"
#include "explore/loop.h"

namespace heddle::explore {

namespace {

class Sampling {
public:
  Sampling(vm::SharedCode &code, const Options &options, Progress &progress, Walk &walk,
           const Effort &effort)
      : code(code), options(options), progress(progress), walk(walk), effort(effort),
        machine(code, machineOptions(options, progress, vm::Rounds::Retry)),
        asking(progress, machine), collector(options.onFound) {}

  Answer run() {
    bool isOver = options.resume && !resume();
    machine.start();
    start = machine.mark();
    while (!isOver && runs < options.runs && !isSpent()) {
      if (options.onCheckpoint && isSaveWanted(progress))
        saveState();
      machine.back(start);
      walk.begin(runs++);
      isOver = !runOnce() || !hasChoices;
    }
    if (options.onCheckpoint && !isCancelled(progress) && runs == options.runs)
      saveState();
    if (!isOver)
      collector.addGap({std::string(sampledGap),
                        std::to_string(runs) + (runs == 1 ? " run was" : " runs were") +
                            " sampled; what others do is not known",
                        program::noLocation});
    Answer answer = collector.finish(statsNow());
    answer.stats.more.emplace_back("runs", runs);
    answer.stoppedAt = stoppedAt;
    return answer;
  }

private:
  bool isSpent() const {
    return workOf(machine) >= effort.work ||
           std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() >=
               effort.seconds;
  }

  /// False if nothing is left to do.
  bool resume() {
    recall(code, options, progress, vm::Rounds::Retry, *options.resume, collector);
    support::ByteReader from(options.resume->frontier);
    runs = from.number();
    hasChoices = from.flag();
    walk.read(from);
    if (from.isBad() || !from.isAtEnd())
      collector.addGap(resumeGap());
    return !collector.foundBug() || options.all;
  }

  Stats statsNow() const {
    Stats result = stats;
    countWork(machine, result);
    if (options.resume)
      addStats(result, options.resume->stats);
    return result;
  }

  void saveState() {
    support::ByteWriter to;
    to.number(runs);
    to.number(hasChoices);
    walk.write(to);
    Saved saved = savedSoFar(code, statsNow(), collector);
    saved.frontier = to.all();
    save(options, progress, saved);
  }

  /// False if the search is over.
  bool runOnce() {
    path.clear();
    while (true) {
      collector.look(machine, path);
      if (isCancelled(progress)) {
        if (machine.end() == vm::End::Normal)
          machine.back(start); // All threads are done: say where the next run would begin.
        stoppedAt = placeOf(machine);
        return false;
      }
      const std::vector<vm::Choice> &choices = machine.choices();
      if (choices.empty())
        countEnd(machine, stats);
      publish(stats, published, path.size(), progress);
      if (collector.foundBug() && !options.all)
        return false;
      if (choices.empty()) {
        if (options.atEnd)
          options.atEnd(machine, path);
        return true;
      }
      if (isTooDeep(options.limits, path.size())) {
        collector.addGap(depthGap(machine, options.limits));
        return true;
      }
      vm::Choice choice = choices.front();
      if (choices.size() > 1) {
        hasChoices = true;
        ++stats.states;
        choice = walk.choose(machine);
      }
      path.push_back(choice);
      machine.take(choice);
    }
  }

  const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  vm::SharedCode &code;
  const Options &options;
  Progress &progress;
  Walk &walk;
  const Effort &effort;
  vm::Machine machine;
  const Progress::Asking asking;
  Collector collector;
  Stats stats;
  Stats published;
  std::size_t start = 0; ///< The mark there.
  std::vector<vm::Choice> path;
  std::uint64_t runs = 0;  ///< That were begun.
  bool hasChoices = false; ///< Anywhere, so far: without, there is one execution.
  program::LocationId stoppedAt = program::noLocation;
};

} // namespace

void dropBounds(std::vector<vm::Gap> &gaps) {
  std::erase_if(gaps, [](const vm::Gap &gap) {
    return gap.reason == sampledGap || gap.reason == "max-steps" || gap.reason == "max-depth";
  });
}

Answer sample(vm::SharedCode &code, const Options &options, Progress &progress, Walk &walk,
              const Effort &effort) {
  return Sampling(code, options, progress, walk, effort).run();
}

} // namespace heddle::explore
