#include "explore/led_reads.h"

#include "analysis/dependence.h"
#include "explore/aftermath.h"
#include "explore/loop.h"
#include "explore/reach_guided.h"

#include <algorithm>
#include <chrono>

namespace heddle::explore {

namespace {

constexpr std::size_t mostChoices = 20'000; ///< Behind the read, until the end.

class ReadLeader {
public:
  ReadLeader(vm::SharedCode &code, const LedReadOptions &options, Progress &progress,
             const ReadJudge &judge)
      : code(code), program(code.program()), options(options), progress(progress), judge(judge),
        pointers(analysis::PointsTo::analyse(program)),
        threads(analysis::Threads::find(program, pointers)),
        parallel(analysis::Parallel::analyse(pointers, threads)),
        dependence(analysis::Dependence::analyse(program, pointers, threads, parallel)) {}

  std::uint64_t run(const std::vector<LedRead> &reads) {
    for (std::size_t i = 0; i < reads.size() && left() > 0 && !isCancelled(progress); ++i)
      lead(reads[i], i, left() / static_cast<double>(reads.size() - i));
    return asked;
  }

private:
  using Clock = std::chrono::steady_clock;

  double left() const {
    return options.seconds - std::chrono::duration<double>(Clock::now() - begun).count();
  }

  bool isOwn(program::LocationId at) const {
    return !program.functions()[program.location(at).function].isModel;
  }

  void lead(const LedRead &one, std::size_t number, double seconds) {
    const bool isInitial = one.write == program::noLocation;
    if (!isOwn(one.read) || (!isInitial && !isOwn(one.write)))
      return; // Of what a library does the guided search knows the call alone.
    const analysis::AbstractFacts facts{program, pointers, threads, dependence};
    analysis::AbstractSystem system(facts);
    const std::vector<analysis::Goal> goals = {{"the read", {one.read}}};
    GuidedOptions how;
    how.vm = options.vm;
    how.states = options.states;
    how.seconds = seconds;
    how.origin = isInitial ? nullptr : program.location(one.write).instruction;
    auto aftermath = Aftermath::of(code, goals);
    if (!aftermath)
      return; // The other ways of looking for it know why, if it matters.
    how.accepts = [&](const Found &arrival) {
      const auto path = completed(*aftermath, arrival);
      if (path.empty())
        return false;
      ++asked;
      return judge(number, path, arrival.inputs);
    };
    static_cast<void>(searchGuided(facts, system, code, goals, how, progress));
  }

  /// The execution without marks, gone on with from the read to an end; empty if there is none.
  std::vector<vm::Choice> completed(Aftermath &aftermath, const Found &arrival) {
    vm::Options plain = options.vm;
    plain.symbolic = false;
    plain.inputs = arrival.inputs;
    auto path = aftermath.path(arrival, options.vm);
    if (!path)
      return {};
    vm::Machine machine(code, plain);
    machine.start();
    for (const vm::Choice &choice : *path)
      machine.take(choice);
    const vm::ThreadId reader = arrival.fault.blocked.front().first;
    if (const vm::Choice reads{reader, 0, false}; std::ranges::count(machine.choices(), reads)) {
      machine.take(reads);
      path->push_back(reads);
    }
    while (!machine.choices().empty() && path->size() < mostChoices) {
      path->push_back(machine.choices().front());
      machine.take(path->back());
    }
    return machine.choices().empty() ? std::move(*path) : std::vector<vm::Choice>{};
  }

  vm::SharedCode &code;
  const program::Program &program;
  const LedReadOptions &options;
  Progress &progress;
  const ReadJudge &judge;
  const analysis::PointsTo pointers;
  const analysis::Threads threads;
  const analysis::Parallel parallel;
  const analysis::Dependence dependence;
  const Clock::time_point begun = Clock::now();
  std::uint64_t asked = 0;
};

} // namespace

std::uint64_t leadToReads(vm::SharedCode &code, const std::vector<LedRead> &reads,
                          const LedReadOptions &options, Progress &progress,
                          const ReadJudge &judge) {
  return ReadLeader(code, options, progress, judge).run(reads);
}

} // namespace heddle::explore
