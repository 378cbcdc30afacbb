#include "explore/one_order.h"

#include "explore/loop.h"

#include <algorithm>
#include <unordered_map>

namespace heddle::explore {

namespace {

constexpr std::uint64_t mostExecutions = 2000;
constexpr std::size_t mostAccesses = 1 << 22; ///< Bytes, on one path.

/// Whether a thread's operation gives or says the same in every order, beside those on memory.
bool isItsOwn(program::OpKind kind) {
  using program::OpKind;
  switch (kind) {
  case OpKind::None:
  case OpKind::Fence:
  case OpKind::Allocate:
  case OpKind::Free:
  case OpKind::Create:
  case OpKind::Join:
  case OpKind::Detach:
  case OpKind::ThreadExit:
  case OpKind::Exit:
  case OpKind::Yield:
  case OpKind::Assertion:
  case OpKind::SymbolicInput:
  case OpKind::Call:
    return true;
  default:
    return false;
  }
}

/// What is done within the slice, and whether the order of threads may matter to it.
class Watch : public vm::Recorder {
public:
  explicit Watch(const std::vector<bool> &slice) : slice(slice) {}

  void saw(const vm::Seen &seen) override {
    using program::OpKind;
    if (seen.kind == OpKind::Create && seen.other != vm::noThread)
      return pass(seen.thread, seen.other);
    if (seen.kind == OpKind::Join && seen.other != vm::noThread)
      return pass(seen.other, seen.thread);
    if (seen.location >= slice.size() || !slice[seen.location])
      return;
    if (seen.kind < OpKind::Read || seen.kind > OpKind::BulkCopy) {
      isDoubtful |= !isItsOwn(seen.kind);
      return;
    }
    if (accesses.size() + seen.size > mostAccesses) {
      isDoubtful = true;
      return;
    }
    const std::uint32_t now = ++clockOf(seen.thread)[seen.thread];
    for (std::uint64_t i = 0; i < seen.size; ++i)
      touch(seen.thread, now, seen.address + i, seen.kind != OpKind::Read);
  }

  bool isDoubtful = false;

private:
  using Clock = std::vector<std::uint32_t>;
  struct Access {
    vm::ThreadId thread;
    std::uint32_t last;
    std::uint32_t lastWrite;
  };

  Clock &clockOf(vm::ThreadId thread) {
    const std::size_t wanted = std::max<std::size_t>(thread + std::size_t{1}, clocks.size());
    clocks.resize(wanted);
    for (Clock &one : clocks)
      one.resize(wanted);
    return clocks[thread];
  }

  /// All that one has done comes before what the other does from now on.
  void pass(vm::ThreadId from, vm::ThreadId to) {
    clockOf(std::max(from, to));
    for (std::size_t i = 0; i < clocks.size(); ++i)
      clocks[to][i] = std::max(clocks[to][i], clocks[from][i]);
  }

  void touch(vm::ThreadId thread, std::uint32_t now, vm::Address byte, bool writes) {
    std::vector<Access> &all = accesses[byte];
    Access *own = nullptr;
    for (Access &one : all) {
      if (one.thread == thread)
        own = &one;
      else
        isDoubtful |= clocks[thread][one.thread] < (writes ? one.last : one.lastWrite);
    }
    if (!own)
      own = &all.emplace_back(Access{thread, 0, 0});
    own->last = now;
    if (writes)
      own->lastWrite = now;
  }

  const std::vector<bool> &slice;
  std::vector<Clock> clocks;
  std::unordered_map<vm::Address, std::vector<Access>> accesses;
};

class Search {
public:
  Search(vm::SharedCode &code, const Options &options, Progress &progress)
      : options(options), progress(progress), code(code) {}

  bool run(Stats &stats) {
    std::vector<std::vector<vm::Choice>> left = {{}};
    Stats published;
    while (!left.empty()) {
      const std::vector<vm::Choice> path = std::move(left.back());
      left.pop_back();
      if (!follow(path, left, stats) || stats.executions > mostExecutions)
        return false;
      publish(stats, published, path.size(), progress);
    }
    return true;
  }

private:
  /// One execution that begins so; what else may be decided at inputs is left for others.
  bool follow(std::vector<vm::Choice> path, std::vector<std::vector<vm::Choice>> &left,
              Stats &stats) {
    vm::Machine machine(code, machineOptions(options, progress, vm::Rounds::Stop));
    const Progress::Asking asking(progress, machine);
    Watch watch(*options.slice);
    machine.record(&watch);
    machine.start();
    for (std::size_t at = 0;; ++at) {
      if (watch.isDoubtful || isCancelled(progress) || !machine.takeFaults().empty() ||
          !machine.takeGaps().empty())
        return false;
      const std::vector<vm::Choice> choices = machine.choices();
      if (choices.empty())
        break;
      if (at < path.size()) {
        machine.take(path[at]);
        continue;
      }
      if (isTooDeep(options.limits, at))
        return false;
      const bool isPoint = choices.size() > 1;
      stats.states += isPoint;
      for (const vm::Choice &other : choices)
        if (other != choices.front() &&
            (machine.asks() || other.thread == choices.front().thread)) {
          left.push_back(path);
          left.back().push_back(other);
        }
      path.push_back(choices.front());
      machine.take(choices.front());
    }
    countEnd(machine, stats);
    countWork(machine, stats);
    if (machine.end() != vm::End::Normal || !haveEnded(machine))
      return false;
    if (options.atEnd)
      options.atEnd(machine, path);
    return true;
  }

  /// Main need not have: what it returns from ends the process.
  static bool haveEnded(const vm::Machine &machine) {
    for (std::size_t i = 1; i < machine.threadCount(); ++i) {
      const auto id = static_cast<vm::ThreadId>(i);
      if (machine.exists(id) && machine.thread(id).status != vm::ThreadStatus::Finished)
        return false;
    }
    return true;
  }

  const Options &options;
  Progress &progress;
  vm::SharedCode &code;
};

} // namespace

std::optional<Answer> tryOneOrder(vm::SharedCode &code, const Options &options, Progress &progress,
                                  Stats &stats) {
  if (!options.slice || options.slice->empty())
    return std::nullopt;
  if (!Search(code, options, progress).run(stats))
    return std::nullopt;
  Answer answer;
  answer.stats = stats;
  return answer;
}

} // namespace heddle::explore
