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

  /// What lies at an address, as the report calls it. Blocks of the heap that one line allocates
  /// are told apart: `heap@33`, `heap@33#2.next`, `heap@33#2+16`.
  std::string nameOf(vm::Address address) const;
  /// Where a thread stands now.
  Point pointOf(vm::ThreadId thread) const;
  Point pointAt(vm::ThreadId thread, program::LocationId location) const;
  std::vector<StackEntry> stackOf(vm::ThreadId thread) const;
  /// How many times a thread has come by a location, and that it has once more.
  std::uint64_t timesAt(vm::ThreadId thread, program::LocationId location) const;
  void passed(vm::ThreadId thread, program::LocationId location) { ++counts[{thread, location}]; }

  std::function<void(const vm::Seen &)> afterEvent; ///< If set, called after each operation.
  std::vector<Event> events;
  /// Stack and object of the last access at (thread, location): what a race report shows.
  struct Last {
    std::vector<StackEntry> stack;
    std::string object;
    program::OpKind kind = program::OpKind::None;
  };
  std::map<std::pair<vm::ThreadId, program::LocationId>, Last> last;

private:
  /// What the machine calls the address, as the report does.
  std::string shortened(vm::Address address, std::string name) const;
  void note(const vm::Seen &seen);
  std::string textOf(const vm::Seen &seen, const std::string &object) const;
  std::string valueText(const vm::Seen &seen, const std::uint8_t *bytes) const;

  vm::Machine &machine;
  const program::Program &program;
  Linker linker;
  std::map<std::pair<vm::ThreadId, program::LocationId>, std::uint64_t> counts;
  std::map<vm::ObjectId, unsigned> blocks; ///< Of the heap: which one of its line.
  std::map<std::string, unsigned> blocksOfLine;
};

/// What a test calls it: targetKind, or the name of the kind.
std::string_view outcomeOf(const vm::Fault &fault);

/// Whether an operation is a row of the interleaving.
bool isShown(const vm::Seen &seen);

/// Whether a fault is the same bug as this one: kind and places.
std::function<bool(const vm::Fault &)> sameAs(const vm::Fault &wanted);

/// Fills message and participants of the trace for a fault that the machine has just met.
void explain(Trace &trace, const vm::Fault &fault, vm::Machine &machine, const Watcher &watcher);
/// Likewise for the reads that were asked for.
void explainReads(Trace &trace, const std::vector<ReadFrom> &reads, const vm::Machine &machine,
                  const Watcher &watcher);

} // namespace heddle::trace
