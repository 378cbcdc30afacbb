// Watches a machine: turns what happens into events, and counts how often a thread came somewhere.
#pragma once

#include "trace/trace.h"

#include <functional>
#include <map>
#include <utility>

namespace heddle::trace {

class Watcher : public vm::Recorder {
public:
  Watcher(vm::Machine &machine, const program::Program &program)
      : machine(machine), program(program) {}

  void saw(const vm::Seen &seen) override;

  /// Where a thread stands now.
  Point pointOf(vm::ThreadId thread) const;
  Point pointAt(vm::ThreadId thread, program::LocationId location) const;
  std::vector<StackEntry> stackOf(vm::ThreadId thread) const;

  std::function<void()> afterEvent; ///< If set, called after each operation.
  std::vector<Event> events;
  /// Stack and object of the last access at (thread, location): what a race report shows.
  struct Last {
    std::vector<StackEntry> stack;
    std::string object;
    program::OpKind kind = program::OpKind::None;
  };
  std::map<std::pair<vm::ThreadId, program::LocationId>, Last> last;

private:
  void note(const vm::Seen &seen);
  std::string textOf(const vm::Seen &seen, const std::string &object) const;
  std::string valueText(const vm::Seen &seen, const std::uint8_t *bytes) const;

  vm::Machine &machine;
  const program::Program &program;
  std::map<std::pair<vm::ThreadId, program::LocationId>, std::uint64_t> counts;
};

/// Fills message and participants of the trace for a fault that the machine has just met.
void explain(Trace &trace, const vm::Fault &fault, vm::Machine &machine, const Watcher &watcher);

} // namespace heddle::trace
