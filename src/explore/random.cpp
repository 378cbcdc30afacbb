// Plain random walk: any thread that can go on is as likely as the others.
#include "explore/dice.h"
#include "explore/pick.h"
#include "explore/sampling.h"

namespace heddle::explore {

namespace {

class RandomWalk : public Walk {
public:
  explicit RandomWalk(std::uint64_t seed) : seed(seed), dice(seed, 0) {}

  void begin(std::uint64_t run) override { dice = Dice(seed, run); }

  vm::Choice choose(const vm::Machine &machine) override {
    threadsIn(machine.choices(), threads);
    // A thread first: one with many alternatives is not to push the others aside.
    const vm::ThreadId thread = threads[dice.below(threads.size())];
    return pickAlternative(machine.choices(), thread, dice);
  }

private:
  std::uint64_t seed;
  Dice dice;
  std::vector<vm::ThreadId> threads;
};

class Random : public Explorer {
public:
  Answer run(vm::SharedCode &code, const Options &options, Progress &progress) override {
    RandomWalk walk(options.seed);
    return sample(code, options, progress, walk);
  }
};

} // namespace

std::unique_ptr<Explorer> makeRandom() {
  return std::make_unique<Random>();
}

} // namespace heddle::explore
