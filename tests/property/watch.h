// Watches executions as they are run and undone: which write each read saw, and which executions
// differ only in the order of operations that do not conflict.
#pragma once

#include "digest.h"
#include "vm/recorder.h"

#include <vector>

namespace heddle::property {

/// Whether it is a read, write, update, mutex, create or join: what the number of traces is exact
/// for.
bool isPlainKind(program::OpKind kind);

class Watch : public vm::Recorder {
public:
  void saw(const vm::Seen &seen) override;

  std::size_t size() const { return events.size(); }
  program::OpKind kindOf(std::size_t event) const { return events[event].kind; }
  /// Forgets the events from there on: they were undone.
  void shrink(std::size_t to) { events.resize(to); }

  /// All pairs of a read and the write it saw, by (thread, nth operation of the thread), byte by
  /// byte; also those that were undone.
  const Hashes &reads() const { return pairs; }
  /// The same for all executions that order conflicting operations alike (Mazurkiewicz).
  std::uint64_t trace() const;
  /// The same for all executions in which every operation sees what the same one has left.
  std::uint64_t sight() const;
  /// Whether all operations so far were.
  bool isPlain() const { return plain; }

private:
  struct Event {
    vm::ThreadId thread = 0;
    program::OpKind kind = {};
    std::uint32_t nth = 0; ///< Of its thread.
    bool reads = false;
    bool writes = false;
    bool isMemory = false;
    vm::Address address = 0;
    std::uint64_t size = 0;
    std::uint64_t past = 0;  ///< A hash of all that comes before it, and of itself.
    std::uint64_t sight = 0; ///< A hash of itself and of what it sees.
    bool touches(bool memory, vm::Address at) const {
      return isMemory == memory && at - address < size;
    }
  };
  std::uint64_t see(const Event &reader, vm::Address at) const;
  std::uint64_t conflictsOf(const Event &event) const;

  std::vector<Event> events;
  Hashes pairs;
  bool plain = true;
};

} // namespace heddle::property
