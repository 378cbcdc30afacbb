// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010).
// Each thread has a random priority, and the highest one that can go on runs. At d - 1 points,
// drawn from the k points of a run, the thread that runs falls below all others. A bug that takes d
// orderings is met by one run with probability at least 1 / (n k^(d-1)) for n threads.
#include "explore/dice.h"
#include "explore/pick.h"
#include "explore/sampling.h"

#include <algorithm>

namespace heddle::explore {

namespace {

class Priorities : public Walk {
public:
  Priorities(std::uint64_t seed, std::uint64_t depth)
      : seed(seed), changes(depth - 1), dice(seed, 0) {}

  /// k is not known beforehand: the longest run so far stands for it. The first one has no changes.
  void begin(std::uint64_t run) override {
    longest = std::max(longest, points);
    points = 0;
    dice = Dice(seed, run);
    priorities.clear();
    changeAt.clear();
    if (longest)
      for (std::uint64_t i = 0; i < changes; ++i)
        changeAt.push_back({dice.below(longest), i});
    std::ranges::sort(changeAt, {}, &Change::point);
    changed = 0;
  }

  void write(support::ByteWriter &to) const override { to.number(std::max(longest, points)); }
  void read(support::ByteReader &from) override { longest = from.number(); }

  vm::Choice choose(const vm::Machine &machine) override {
    threadsIn(machine.choices(), threads);
    vm::ThreadId thread = highest();
    // Only where several threads can go on does a priority decide anything, so only such points are
    // counted: the fewer there are, the likelier it is that a change comes at the right one.
    if (threads.size() > 1) {
      for (; changed < changeAt.size() && changeAt[changed].point == points; ++changed) {
        priorities[thread] = changeAt[changed].priority;
        thread = highest();
      }
      ++points;
    }
    return pickAlternative(machine.choices(), thread, dice);
  }

private:
  vm::ThreadId highest() {
    for (const vm::ThreadId thread : threads)
      meet(thread);
    return *std::ranges::max_element(threads, {},
                                     [&](vm::ThreadId thread) { return priorities[thread]; });
  }

  /// A thread that was not there before gets a priority above all that a change can give.
  void meet(vm::ThreadId thread) {
    if (thread < priorities.size() && priorities[thread] != unknown)
      return;
    if (thread >= priorities.size())
      priorities.resize(thread + std::size_t{1}, unknown);
    priorities[thread] = (dice.next() | std::uint64_t{1} << 63) - 1;
  }

  struct Change {
    std::uint64_t point;
    std::uint64_t priority; ///< Of the thread from there on; which change is lowest is random too.
  };
  static constexpr std::uint64_t unknown = ~std::uint64_t{0};
  std::uint64_t seed;
  std::uint64_t changes;
  Dice dice;
  std::uint64_t longest = 0;             ///< Points of the longest run.
  std::uint64_t points = 0;              ///< Of this run.
  std::vector<Change> changeAt;          ///< Points, in order.
  std::size_t changed = 0;               ///< How many of them are behind.
  std::vector<std::uint64_t> priorities; ///< By thread.
  std::vector<vm::ThreadId> threads;     ///< That can go on.
};

class Pct : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    return samplePct(code, options, progress, {});
  }
};

} // namespace

Answer samplePct(vm::SharedCode &code, const Options &options, Progress &progress,
                 const Effort &effort) {
  Priorities walk(options.seed, options.depth);
  return sample(code, options, progress, walk, effort);
}

std::unique_ptr<Explorer> makePct() {
  return std::make_unique<Pct>();
}

} // namespace heddle::explore
