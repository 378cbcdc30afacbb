// The door of the explorers: what a search is asked and what it answers.
#pragma once

#include "explore/pair_fate.h"
#include "vm/machine.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::explore {

struct Limits {
  double seconds = 300;
  std::uint64_t memoryMb = 4096;
  std::uint64_t maxDepth = 0; ///< Choices on a path; 0 for no bound.
};

/// A fault and the choices that lead to it.
struct Found {
  vm::Fault fault;
  std::vector<vm::Choice> path;
  std::vector<vm::InputValue> inputs; ///< Values that take the path.
  bool areInputsSmallest = false;     ///< It is known that no smaller ones do.
};

struct Stats {
  std::uint64_t executions = 0; ///< Complete executions.
  std::uint64_t pruned = 0;     ///< Cut short by a reduction.
  std::uint64_t blocked = 0;    ///< Ended without a verdict of their own.
  std::uint64_t states = 0;     ///< Scheduling and branch points expanded.
  std::uint64_t instructions = 0;
  std::uint64_t solverCalls = 0; ///< Questions that reached Z3.
  /// What else a room counts, for --stats: ("undo_log_bytes", 4096).
  std::vector<std::pair<std::string, std::uint64_t>> more;
};

/// One worker begins a search alone. When it has done this much, it asks whether to go on.
struct Pause {
  std::uint64_t executions;
  std::uint64_t work; ///< As `workOf` counts it.
  std::function<bool(const Stats &)> goesOn;
};

struct Saved; // explore/checkpoint.h

/// What value-schedule leaves out and how far it goes by itself.
struct ValueSchedules {
  bool prioritises = true;   ///< First each pair by itself, those first that often break programs.
  bool accessibility = true; ///< Gives up where the other operation cannot be come to any more,
  bool aliases = true;       ///< or touches something else.
  bool slices = true;        ///< Pairs that have nothing to do with each other are not combined.
  bool completes = true;     ///< dpor tries what is left; else that is a gap.
  std::uint64_t most = 2000; ///< Executions that pairs lead to.
  std::string focus;         ///< FILE:LINE or a variable whose pairs come first.
};

struct Options {
  vm::Options vm;
  Limits limits;
  bool all = false;       ///< Go on after the first bug.
  bool dedup = false;     ///< exhaustive: keep an exact table of states.
  bool observers = true;  ///< dpor: stores whose order nobody sees do not race.
  bool readsFrom = false; ///< dpor: executions in which each read sees the same write are one.
  /// dpor: places of accesses that surely do not race. A thread is run through them, and what turns
  /// out to race all the same is searched for again without. By location; null or empty for none.
  std::shared_ptr<const std::vector<bool>> calm;
  /// exhaustive, dpor: switches away from a thread that could go on that an execution may have.
  std::optional<std::uint64_t> preemptions;
  unsigned workers = 0; ///< Threads that search; 0: one, or for auto one a core.
  /// For tests: the workers take turns in one thread, in an order that this number gives, and leave
  /// each other all they can.
  std::optional<std::uint64_t> turns;
  std::optional<Pause> pause;           ///< dpor: for whoever looks elsewhere in between.
  std::uint64_t alone = 1000;           ///< auto: executions of one worker before others help.
  bool summaries = true;                ///< assertion-guided: leaves out what a summary covers,
  bool partialOrder = true;             ///< and all but one order of independent steps.
  std::uint64_t summarySize = 4000;     ///< assertion-guided: nodes of a formula,
  std::uint64_t summaryTable = 1 << 18; ///< and formulas kept.
  /// assertion-guided: on what all that is looked for depends, by location, as long as every thread
  /// comes to its end; null if that is not known.
  std::shared_ptr<const std::vector<bool>> slice;
  /// assertion-guided: it is known otherwise that there are no races.
  bool areRacesExcluded = false;
  ValueSchedules values;      ///< value-schedule: how pairs are gone through.
  std::uint64_t seed = 0;     ///< auto, pct, random: of what is decided by chance.
  std::uint64_t runs = 10000; ///< pct, random: executions to look at.
  std::uint64_t depth = 3;    ///< pct: orderings that a bug may need; one more than changes a run.
  /// If set, shown the end of every execution and the choices that lead there. One at a time,
  /// whatever the number of workers.
  std::function<void(vm::Machine &, const std::vector<vm::Choice> &)> atEnd;
  /// If set, told of each distinct bug when it is first met, so that it is known whatever ends the
  /// search; and again with `isSmall` once the solver has made its inputs small.
  std::function<void(const Found &, bool isSmall)> onFound;
  std::function<void(const std::string &)> say; ///< If set, told of what is done next.
  /// If set, handed the state of the search whenever `Progress::request` asks for it, and when the
  /// search is complete. One at a time; no worker goes on meanwhile.
  std::function<void(const Saved &)> onCheckpoint;
  const Saved *resume = nullptr; ///< The state to go on from; not owned.
};

/// A part of a search that is made of several.
struct Phase {
  std::string_view strategy;
  std::uint64_t executions;
  unsigned workers;
};

struct Answer {
  std::vector<Found> found; ///< Each distinct bug once, bugs that are no race first.
  std::vector<vm::Gap> gaps;
  Stats stats;
  std::vector<PairFate> pairs; ///< value-schedule: what became of each pair.
  std::vector<Phase> phases;   ///< What was done, in this order; empty if it was one thing.
  std::string_view by;         ///< What covers all, if it is not what the strategy says.
  /// Where the program stood when the search was cancelled.
  program::LocationId stoppedAt = program::noLocation;
};

/// What a search publishes while it runs: read by the progress line and the watchdog.
struct Progress {
  /// What all workers read at each step, apart from what each of them writes.
  static constexpr std::size_t line = 64;
  alignas(line) std::atomic<std::uint64_t> executions = 0;
  std::atomic<std::uint64_t> states = 0;
  std::atomic<std::uint64_t> pruned = 0;
  std::atomic<std::uint64_t> depth = 0;           ///< Choices on the path last looked at.
  alignas(line) std::atomic<bool> cancel = false; ///< Set from outside: end soon.
  /// Set from outside: hand out the state of the search between two executions, and end then.
  enum class Request : std::uint8_t { None, Save, SaveAndEnd };
  std::atomic<Request> request = Request::None;

  /// Ends questions to solvers that the search may be waiting for. From any thread.
  void interrupt() {
    const std::scoped_lock lock(mutex);
    for (vm::Machine *machine : asking)
      machine->interruptSolver();
  }
  /// While it lives, `interrupt` reaches this machine.
  class Asking {
  public:
    Asking(Progress &progress, vm::Machine &machine) : progress(progress), machine(&machine) {
      const std::scoped_lock lock(progress.mutex);
      progress.asking.push_back(&machine);
    }
    ~Asking() {
      const std::scoped_lock lock(progress.mutex);
      std::erase(progress.asking, machine);
    }
    Asking(const Asking &) = delete;
    Asking &operator=(const Asking &) = delete;

  private:
    Progress &progress;
    vm::Machine *machine;
  };

private:
  std::mutex mutex;
  std::vector<vm::Machine *> asking;
};

/// A strategy: one file each.
class Explorer {
public:
  virtual ~Explorer() = default;
  virtual Answer run(vm::SharedCode &code, const Options &options, Progress &progress) = 0;
};

std::unique_ptr<Explorer> makeAuto();
std::unique_ptr<Explorer> makeExhaustive();
std::unique_ptr<Explorer> makePreemptions();
std::unique_ptr<Explorer> makeDpor();
std::unique_ptr<Explorer> makeReadsFrom();
std::unique_ptr<Explorer> makeGuided();
std::unique_ptr<Explorer> makeValueSchedule();
std::unique_ptr<Explorer> makePct();
std::unique_ptr<Explorer> makeRandom();

/// What makes two faults the same bug: kind and locations.
std::string bugKey(const vm::Fault &fault);

} // namespace heddle::explore
