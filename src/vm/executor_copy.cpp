// A full copy of a state: memory is shared until written, the rest is small.
#include "vm/executor.h"

namespace heddle::vm {

void Executor::copyFrom(const Executor &from) {
  memory.copyFrom(from.memory);
  globals = from.globals;
  output = from.output;
  solo = from.solo;
  current = from.current;
  steps = from.steps;
  instructions = from.instructions;
  knownRaces = from.knownRaces;
  auto own = [&](Clock &clock) {
    const Clock original = clock;
    clock = {};
    clocks.assign(clock, original);
  };
  atomicClock = from.atomicClock;
  own(atomicClock);
  for (std::size_t i = 0; i < from.syncs.size(); ++i) {
    SyncObject &sync = syncs.add(from.syncs[i]);
    own(sync.clock);
    own(sync.readClock);
  }
  for (std::size_t i = 0; i < from.exitHandlers.size(); ++i)
    exitHandlers.add(from.exitHandlers[i]);
  for (std::size_t i = 0; i < from.keys.size(); ++i)
    keys.add(from.keys[i]);
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

void RaceShadow::copyFrom(const RaceShadow &from) {
  for (std::size_t i = 0; i < from.entries.size(); ++i) {
    ShadowEntry entry = from.entries[i];
    std::uint32_t &list = head(entry.granule);
    entry.next = list;
    entries.add(entry);
    list = static_cast<std::uint32_t>(entries.size());
  }
}

} // namespace heddle::vm
