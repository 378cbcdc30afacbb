#include "laws.h"

#include "diff_law.h"
#include "flow_law.h"
#include "lock_law.h"
#include "pair_law.h"
#include "parallel_law.h"
#include "pointer_law.h"
#include "random.h"
#include "sharing_law.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace heddle::property {

namespace {

using Clock = std::chrono::steady_clock;

/// Has what happens told to all laws.
class Laws : public vm::Recorder {
public:
  Laws(const program::Program &program, const analysis::PointsTo &answer)
      : pointers(program, answer), parallel(program, answer),
        locks(program, answer, pointers, parallel), flow(program, answer),
        sharing(program,
                analysis::Sharing::analyse(answer, parallel.knownThreads(), parallel.answer())),
        pairs(program), diff(program) {}

  void attend(vm::Machine &next) {
    machine = &next;
    pointers.attend(next);
    parallel.begin();
    locks.begin();
    flow.begin();
    sharing.begin();
    diff.begin();
    next.record(this);
  }
  void saw(const vm::Seen &seen) override {
    pointers.saw(seen);
    parallel.saw(*machine, seen);
    locks.saw(*machine, seen);
    flow.saw(*machine, seen);
    diff.saw(*machine, seen);
    if (problem().empty())
      sharing.saw(*machine, seen, parallel.kindsOf(seen.thread));
  }
  void made(vm::ThreadId thread, vm::Address base) override { pointers.made(thread, base); }
  void look() {
    parallel.look(*machine);
    locks.look(*machine);
  }
  void judge(const std::vector<vm::Fault> &faults) {
    parallel.judge(faults);
    pairs.judge(faults);
    diff.judge(faults);
  }

  std::string problem() const {
    return pointers.problem() + parallel.problem() + locks.problem() + flow.problem() +
           sharing.problem() + pairs.problem() + diff.problem();
  }
  std::vector<std::pair<std::string, std::uint64_t>> checked() const {
    using Kind = analysis::OrderKind;
    const auto by = [&](Kind kind) { return parallel.byKind[static_cast<std::size_t>(kind)]; };
    return {{"accesses", pointers.accesses},
            {"pointers", pointers.values},
            {"calls", pointers.calls},
            {"pairs of places", parallel.pairs},
            {"orders", parallel.orders},
            {"orders by synchronisation", parallel.byRules},
            {"by creations", by(Kind::Creation)},
            {"by joins", by(Kind::Join)},
            {"by flags", by(Kind::Flag)},
            {"by conditions", by(Kind::Condition)},
            {"by semaphores", by(Kind::Semaphore)},
            {"by barriers", by(Kind::Barrier)},
            {"by what is done once", by(Kind::Once)},
            {"locks held", locks.held},
            {"locks taken while others were held", locks.nested},
            {"deadlocks", locks.deadlocks},
            {"flows", flow.edges},
            {"conflicts", sharing.conflicts},
            {"races", pairs.races},
            {"programs without a race", pairs.isExcluded ? 1 : 0},
            {"data flows of diff", diff.edges},
            {"pairs of them", diff.pairs},
            {"triples", diff.triples}};
  }

private:
  PointerLaw pointers;
  ParallelLaw parallel;
  LockLaw locks;
  FlowLaw flow;
  SharingLaw sharing;
  PairLaw pairs;
  DiffLaw diff;
  const vm::Machine *machine = nullptr;
};

/// By a path as far as it leads, then by chance.
void follow(vm::Machine &machine, Laws &laws, const std::vector<vm::Choice> &path, Random random,
            Clock::time_point end) {
  for (std::size_t step = 0; !machine.choices().empty() && Clock::now() < end; ++step) {
    const bool follows = step < path.size() && std::ranges::find(machine.choices(), path[step]) !=
                                                   machine.choices().end();
    machine.take(follows ? path[step] : machine.choices()[random.below(machine.choices().size())]);
    laws.look();
  }
}

} // namespace

void LawRuns::add(const LawRuns &other) {
  executions += other.executions;
  if (checked.empty())
    checked = other.checked;
  else
    for (std::size_t i = 0; i < other.checked.size(); ++i)
      checked[i].second += other.checked[i].second;
}

std::string LawRuns::text() const {
  std::string text = fmt::format("{} executions", executions);
  for (const auto &[what, count] : checked)
    text += fmt::format(", {} {}", count, what);
  return text;
}

LawRuns runLaws(const program::Program &program, vm::SharedCode &code,
                const LawSettings &settings) {
  const auto pointers = analysis::PointsTo::analyse(program);
  Laws laws(program, pointers);
  LawRuns result;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(settings.seconds));
  const std::uint64_t all = settings.executions + settings.paths.size();
  for (std::uint64_t i = 0; i < all && laws.problem().empty(); ++i) {
    if (i && Clock::now() > end)
      break;
    vm::Options options;
    options.maxSteps = 300'000;
    options.arguments = {"1", "2"};
    vm::Machine machine(code, options);
    laws.attend(machine);
    machine.start();
    laws.look();
    follow(machine, laws, i < settings.paths.size() ? settings.paths[i] : std::vector<vm::Choice>(),
           Random(settings.seed + i), end);
    laws.judge(machine.takeFaults());
    ++result.executions;
  }
  result.problem = laws.problem();
  result.checked = laws.checked();
  return result;
}

} // namespace heddle::property
