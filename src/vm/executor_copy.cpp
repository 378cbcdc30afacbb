// A full copy of a state: memory is shared until written, the rest is small.
#include "vm/executor.h"

namespace heddle::vm {

namespace {

/// How much memory the clocks of a state need.
std::size_t clockSize(const Executor &of) {
  std::size_t total = of.atomicClock.size;
  for (std::size_t i = 0; i < of.syncs.size(); ++i)
    total += of.syncs[i].clock.size + of.syncs[i].readClock.size;
  for (const auto &thread : of.threads)
    if (thread)
      total += thread->core.clock.size + thread->core.released.size + thread->core.acquired.size;
  return total;
}

} // namespace

void Executor::copyFrom(const Executor &from) {
  memory.copyFrom(from.memory);
  globals = from.globals;
  output = from.output;
  errors = from.errors;
  solo = from.solo;
  current = from.current;
  steps = from.steps;
  instructions = from.instructions;
  knownRaces = from.knownRaces;
  rounds = from.rounds;
  hasRounds = from.hasRounds;
  clocks.memory().reserve(clockSize(from));
  auto own = [&](Clock &clock) {
    const Clock original = clock;
    clock = {};
    clocks.assign(clock, original);
  };
  symbolic.copyFrom(from.symbolic);
  atomicClock = from.atomicClock;
  own(atomicClock);
  syncs.copyFrom(from.syncs);
  for (std::size_t i = 0; i < syncs.size(); ++i) {
    own(syncs[i].clock);
    own(syncs[i].readClock);
  }
  exitHandlers.copyFrom(from.exitHandlers);
  keys.copyFrom(from.keys);
  races.copyFrom(from.races);
  threads.resize(from.threads.size());
  for (std::size_t i = 0; i < from.threads.size(); ++i) {
    if (!from.threads[i])
      continue;
    const Thread &source = *from.threads[i];
    threads[i] = std::make_unique<Thread>();
    Thread &target = *threads[i];
    target.core = source.core;
    own(target.core.clock);
    own(target.core.released);
    own(target.core.acquired);
    target.frames.assign(source.frames.begin(),
                         source.frames.begin() + static_cast<std::ptrdiff_t>(source.core.depth));
    if (source.core.depth) {
      const Frame &top = source.top();
      const std::uint32_t used = top.base + top.size;
      target.registers.assign(source.registers.begin(), source.registers.begin() + used);
    }
  }
  thread = threads.empty() ? nullptr : threads[current].get();
}

} // namespace heddle::vm
