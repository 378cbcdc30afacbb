// Names that last: a thread is (parent, nth child), an object is (thread, nth allocation).
//
// Within a search a thread also has a small number, and blocks of object ids. The blocks follow
// from the name and not from the order in which the search meets the threads, so that addresses
// agree between a search and a replay.
#pragma once

#include "vm/address.h"
#include "vm/thread.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::vm {

class Names {
public:
  /// `firstFree` is the first block that no global uses.
  explicit Names(unsigned firstFree);

  ThreadId child(ThreadId parent, std::uint32_t nth);
  std::size_t threads() const { return entries.size(); }
  /// The id of the nth stack or heap object of a thread, 0 if the address space is used up.
  ObjectId stackObject(ThreadId thread, std::uint32_t nth) { return objectId(thread, 0, nth); }
  ObjectId heapObject(ThreadId thread, std::uint32_t nth) { return objectId(thread, 1, nth); }
  /// What pthread_self answers: like a pointer, but to nothing.
  std::uint64_t handle(ThreadId thread) const;
  ThreadId fromHandle(std::uint64_t handle) const;
  /// "main", "T1", "T1.2": the way down from main, by nth child.
  std::string shown(ThreadId thread) const;

private:
  struct Entry {
    ThreadId parent;
    std::uint32_t nth;
    std::uint64_t hash;
    std::vector<unsigned> blocks[2];
  };
  ObjectId objectId(ThreadId thread, unsigned region, std::uint32_t nth);
  unsigned claim(std::uint64_t hash);

  std::vector<Entry> entries;
  std::map<std::pair<ThreadId, std::uint32_t>, ThreadId> byName;
  std::vector<bool> taken;
  unsigned firstFree;
};

} // namespace heddle::vm
