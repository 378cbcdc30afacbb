// Runs a program again by a plan that need not fit: it is followed as far as it goes. What comes of
// it is an execution of its own, with or without the fault that is looked for.
#pragma once

#include "vm/machine.h"

#include <atomic>
#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::trace {

/// What makes one execution worse to read than another, the weightiest first.
struct Cost {
  std::size_t switches = 0;
  std::size_t events = 0;
  std::size_t alternatives = 0; ///< Choices that are not the first one possible.
  auto operator<=>(const Cost &) const = default;
};

/// The thread goes on until it has made so many steps in all, or cannot go on. If it does not exist
/// yet, others do until it does.
struct Block {
  vm::ThreadId thread = 0;
  std::size_t upTo = 0;
};
inline constexpr std::size_t toTheEnd = ~std::size_t{0};

/// Blocks one after the other. After the last one each thread goes on as long as it can.
struct Plan {
  std::vector<Block> blocks;
  /// Of the nth step of a thread, where it is not the first one.
  std::map<std::pair<vm::ThreadId, std::size_t>, std::uint32_t> alternatives;
};
/// The plan that leads to this path.
Plan planOf(const std::vector<vm::Choice> &path);

class Rerun : private vm::Recorder {
public:
  using IsWanted = std::function<bool(const vm::Fault &)>;
  /// Inputs are those of the options, which are not symbolic. `goesOn` is asked now and then.
  Rerun(vm::SharedCode &code, const vm::Options &options, IsWanted isWanted,
        std::function<bool()> goesOn);

  struct Run {
    std::vector<vm::Choice> path; ///< Up to the fault.
    Cost cost;
  };
  /// The run, if it meets the fault at no more than this cost, within so many events.
  std::optional<Run> follow(const Plan &plan, const Cost &most, std::size_t longest);

private:
  void saw(const vm::Seen &seen) override;
  void look();
  vm::Choice next(const Plan &plan);
  vm::Choice choiceOf(vm::ThreadId thread, const Plan &plan) const;
  bool canAct(vm::ThreadId thread) const;
  std::size_t &stepsOf(vm::ThreadId thread);
  void giveUp() { stop.store(true, std::memory_order_relaxed); }

  IsWanted isWanted;
  std::function<bool()> goesOn;
  std::atomic<bool> stop = false;
  /// At the start of the program. Each run takes a copy: a machine tells of a race only once.
  vm::Machine origin;
  vm::Machine *machine = &origin; ///< The one that runs.
  Run run;
  Cost most;
  std::size_t longest = ~std::size_t{0}; ///< Events.
  bool isMet = false;
  vm::ThreadId lastSeen = vm::noThread; ///< Whose event was the last.
  vm::ThreadId running = 0;
  std::size_t block = 0;
  std::vector<std::size_t> steps; ///< By thread.
};

} // namespace heddle::trace
