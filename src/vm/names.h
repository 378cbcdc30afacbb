// Names that last: a thread is (parent, nth child), an object is (thread, nth allocation).
//
// A thread also has a small number, the same in all machines that run one program, so that a path
// of choices means the same in each; and blocks of object ids and a handle. Those follow from the
// name and not from the order in which a search meets the threads, so that addresses and handles
// agree between a search and a replay in another process.
#pragma once

#include "vm/address.h"
#include "vm/thread.h"
#include "vm/thread_table.h"

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle::vm {

/// The small numbers of threads, for all workers of a search.
class ThreadNumbers {
public:
  ThreadId of(ThreadId parent, std::uint32_t nth) {
    const std::scoped_lock lock(mutex);
    return byName.try_emplace({parent, nth}, static_cast<ThreadId>(byName.size() + 1))
        .first->second;
  }
  /// The nth block of addresses of a region of a thread, 0 if all are used up. `hash` says where it
  /// would best be, and `firstFree` which is the first one that no global uses.
  unsigned block(ThreadId thread, unsigned region, std::size_t nth, std::uint64_t hash,
                 unsigned firstFree);
  std::uint64_t handle(ThreadId thread, std::uint64_t hash);

  ThreadTable table();
  void set(const ThreadTable &table);

private:
  std::mutex mutex;
  std::map<std::pair<ThreadId, std::uint32_t>, ThreadId> byName; ///< All but main, which is 0.
  std::map<std::tuple<ThreadId, unsigned, std::size_t>, unsigned> blocks;
  std::vector<bool> taken; ///< Of the blocks.
  std::map<ThreadId, std::uint64_t> handles;
  std::set<std::uint64_t> takenHandles;
};

class Names {
public:
  /// `firstFree` is the first block that no global uses.
  Names(ThreadNumbers &numbers, unsigned firstFree);

  ThreadId child(ThreadId parent, std::uint32_t nth);
  /// The id of the nth stack or heap object of a thread, 0 if the address space is used up.
  ObjectId stackObject(ThreadId thread, std::uint32_t nth) { return objectId(thread, 0, nth); }
  ObjectId heapObject(ThreadId thread, std::uint32_t nth) { return objectId(thread, 1, nth); }
  /// What pthread_self answers: like a pointer, but to nothing.
  std::uint64_t handle(ThreadId thread) const;
  ThreadId fromHandle(std::uint64_t handle) const;
  /// "main", "T1", "T1.2": the way down from main, by nth child.
  std::string shown(ThreadId thread) const;
  /// An order of threads that does not depend on their numbers.
  bool isBefore(ThreadId a, ThreadId b) const { return wayTo(a) < wayTo(b); }

private:
  struct Entry {
    ThreadId parent = noThread;
    std::uint32_t nth = 0;
    std::uint64_t hash = 0;
    std::uint64_t handle = 0;
    std::vector<unsigned> blocks[2];
  };
  void add(ThreadId thread, ThreadId parent, std::uint32_t nth, std::uint64_t hash);
  std::vector<std::uint32_t> wayTo(ThreadId thread) const;
  ObjectId objectId(ThreadId thread, unsigned region, std::uint32_t nth);

  ThreadNumbers &numbers;
  std::vector<Entry> entries; ///< By number; empty for threads that only other machines have met.
  std::map<std::pair<ThreadId, std::uint32_t>, ThreadId> byName;
  llvm::DenseMap<std::uint64_t, ThreadId> byHandle;
  mutable std::pair<std::uint64_t, ThreadId> lastHandle{0, noThread};
  unsigned firstFree;
};

} // namespace heddle::vm
