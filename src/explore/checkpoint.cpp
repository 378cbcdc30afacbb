#include "explore/checkpoint.h"

#include "explore/loop.h"

#include <algorithm>

namespace heddle::explore {

using support::ByteReader;
using support::ByteWriter;

namespace {

void write(ByteWriter &to, const Stats &stats) {
  for (const std::uint64_t value : {stats.executions, stats.pruned, stats.blocked, stats.states,
                                    stats.instructions, stats.solverCalls})
    to.number(value);
  to.list(stats.more, [&](const auto &one) {
    to.text(one.first);
    to.number(one.second);
  });
}

void read(ByteReader &from, Stats &stats) {
  for (std::uint64_t *value : {&stats.executions, &stats.pruned, &stats.blocked, &stats.states,
                               &stats.instructions, &stats.solverCalls})
    *value = from.number();
  from.list([&] {
    std::string name = from.text();
    stats.more.emplace_back(std::move(name), from.number());
  });
}

void write(ByteWriter &to, const vm::ThreadTable &threads) {
  to.list(threads.names, [&](const vm::ThreadTable::Name &one) {
    to.number(one.parent);
    to.number(one.nth);
  });
  to.list(threads.blocks, [&](const vm::ThreadTable::Block &one) {
    to.number(one.thread);
    to.number(one.region);
    to.number(one.nth);
    to.number(one.block);
  });
  to.list(threads.handles, [&](const vm::ThreadTable::Handle &one) {
    to.number(one.thread);
    to.number(one.handle);
  });
}

void read(ByteReader &from, vm::ThreadTable &threads) {
  from.list([&] {
    const auto parent = from.number<vm::ThreadId>(vm::noThread);
    threads.names.push_back({parent, from.number<std::uint32_t>(~0u)});
  });
  from.list([&] {
    vm::ThreadTable::Block one;
    one.thread = from.number<vm::ThreadId>(vm::noThread);
    one.region = from.number<unsigned>(1);
    one.nth = from.number<std::size_t>(~0u);
    one.block = from.number<unsigned>(~0u);
    threads.blocks.push_back(one);
  });
  from.list([&] {
    const auto thread = from.number<vm::ThreadId>(vm::noThread);
    threads.handles.push_back({thread, from.number()});
  });
}

} // namespace

void write(ByteWriter &to, const std::vector<vm::Choice> &path) {
  to.list(path, [&](const vm::Choice &one) {
    to.number(one.thread);
    to.number(std::uint64_t{one.alternative} << 1 | std::uint64_t{one.isBranch});
  });
}

void read(ByteReader &from, std::vector<vm::Choice> &path) {
  from.list([&] {
    vm::Choice one;
    one.thread = from.number<vm::ThreadId>(vm::noThread);
    const std::uint64_t rest = from.number();
    one.alternative = static_cast<std::uint32_t>(rest >> 1);
    one.isBranch = rest & 1;
    path.push_back(one);
  });
}

void write(ByteWriter &to, std::span<const vm::Effect> effects) {
  to.list(effects, [&](const vm::Effect &one) {
    to.number(one.address);
    to.number(one.before);
    to.number(one.size);
    to.number(one.count);
    to.number(one.thread);
    to.number(one.other);
    to.number(static_cast<std::uint64_t>(one.kind));
    to.number(static_cast<std::uint64_t>(one.gate));
    to.number(std::uint64_t{one.isBlind} | std::uint64_t{one.isFound} << 1 |
              std::uint64_t{one.replaces} << 2);
  });
}

void read(ByteReader &from, llvm::SmallVectorImpl<vm::Effect> &effects) {
  from.list([&] {
    vm::Effect one;
    one.address = from.number();
    one.before = from.number();
    one.size = from.number<std::uint32_t>(~0u);
    one.count = from.number<std::uint32_t>(~0u);
    one.thread = from.number<vm::ThreadId>(vm::noThread);
    one.other = from.number<vm::ThreadId>(vm::noThread);
    one.kind = static_cast<vm::EffectKind>(
        from.number<std::uint8_t>(static_cast<unsigned>(vm::EffectKind::Order)));
    one.gate =
        static_cast<vm::Gate>(from.number<std::uint8_t>(static_cast<unsigned>(vm::Gate::Unknown)));
    const auto flags = from.number<std::uint8_t>(7);
    one.isBlind = flags & 1;
    one.isFound = flags >> 1 & 1;
    one.replaces = flags >> 2 & 1;
    effects.push_back(one);
  });
}

std::string encode(const Saved &saved) {
  ByteWriter to;
  write(to, saved.stats);
  to.list(saved.gaps, [&](const vm::Gap &gap) {
    to.text(gap.reason);
    to.text(gap.detail);
    to.number(gap.location);
  });
  to.list(saved.found, [&](const std::vector<vm::Choice> &path) { write(to, path); });
  write(to, saved.threads);
  to.text(saved.frontier);
  return to.all();
}

support::Outcome<Saved> decode(std::string_view bytes) {
  ByteReader from(bytes);
  Saved saved;
  read(from, saved.stats);
  from.list([&] {
    vm::Gap gap;
    gap.reason = from.text();
    gap.detail = from.text();
    gap.location = from.number<program::LocationId>(program::noLocation);
    saved.gaps.push_back(std::move(gap));
  });
  from.list([&] { read(from, saved.found.emplace_back()); });
  read(from, saved.threads);
  saved.frontier = from.text();
  if (from.isBad() || !from.isAtEnd())
    return support::Failure{"it is damaged", {}};
  return saved;
}

void save(const Options &options, Progress &progress, const Saved &saved) {
  const Progress::Request asked = progress.request.exchange(Progress::Request::None);
  // Who was interrupted may have left something half done; what was saved before stands.
  if (isCancelled(progress))
    return;
  if (options.onCheckpoint)
    options.onCheckpoint(saved);
  if (asked == Progress::Request::SaveAndEnd)
    progress.cancel.store(true);
}

Saved savedSoFar(vm::SharedCode &code, const Stats &stats, const Collector &collector) {
  return {stats, collector.allGaps(), collector.paths(), code.threads(), {}};
}

void recall(vm::SharedCode &code, const Options &options, Progress &progress, vm::Rounds rounds,
            const Saved &saved, Collector &collector) {
  code.setThreads(saved.threads);
  Stats before;
  publish(saved.stats, before, 0, progress);
  for (const vm::Gap &gap : saved.gaps)
    collector.addGap(gap);
  if (saved.found.empty())
    return;
  vm::Machine machine(code, machineOptions(options, progress, rounds));
  const Progress::Asking asking(progress, machine);
  machine.start();
  const std::size_t start = machine.mark();
  for (const std::vector<vm::Choice> &target : saved.found) {
    machine.back(start);
    std::vector<vm::Choice> path;
    collector.look(machine, path);
    // The way may end with rounds that a search leaves out, and nobody else can do more.
    const auto goRound = [&] {
      const bool only = machine.onlyGoesRound(path);
      if (only)
        collector.look(machine, path);
      return only;
    };
    for (const vm::Choice &choice : target) {
      if (!canTake(machine, choice)) {
        if (isCancelled(progress)) // Which may end a step before it is done.
          return;
        if (machine.end() != vm::End::Nothing || !goRound())
          collector.addGap(resumeGap());
        break;
      }
      path.push_back(choice);
      machine.take(choice);
      collector.look(machine, path);
    }
    if (rounds == vm::Rounds::Free && machine.cameToNothing() && path.size() == target.size())
      goRound();
  }
}

vm::Gap resumeGap() {
  return {"resume", "a path of the search before could not be followed again", program::noLocation};
}

bool canTake(const vm::Machine &machine, const vm::Choice &choice) {
  return std::ranges::find(machine.choices(), choice) != machine.choices().end();
}

} // namespace heddle::explore
