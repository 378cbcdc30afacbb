// Which earlier event an event depends on: whose value it reads, who released the lock it takes,
// who created, woke or let it through.
#pragma once

#include "vm/recorder.h"

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

namespace heddle::trace {

enum class LinkKind { ReadsFrom, Lock, Create, Join, Wake, Post, Barrier };
std::string_view name(LinkKind kind);

/// An edge that ends in the event it belongs to.
struct Link {
  LinkKind kind = LinkKind::ReadsFrom;
  std::size_t from = 0; ///< Number of the earlier event.
};

/// Is shown the events of one run in their order.
class Linker {
public:
  /// The edges into event `number`. `held` are the locks its thread holds after it.
  std::vector<Link> linksOf(const vm::Seen &seen, std::size_t number,
                            const std::vector<vm::Address> &held);

private:
  /// Bytes that one event wrote last; the key of the map is where they begin.
  struct Written {
    vm::Address end = 0;
    std::size_t by = 0;
  };
  struct ThreadState {
    std::vector<vm::Address> held;
    vm::Address waitsOn = 0; ///< Condition variable or word of memory.
    vm::Address barrier = 0; ///< Arrived there and not seen since.
  };
  struct Arrival {
    vm::ThreadId thread = 0;
    std::size_t event = 0;
  };

  void goOn(const vm::Seen &seen, std::vector<Link> &links);
  void access(const vm::Seen &seen, std::size_t number, std::vector<Link> &links);
  void write(vm::Address begin, vm::Address end, std::size_t number);
  void synchronise(const vm::Seen &seen, std::size_t number, std::vector<Link> &links);
  void locks(const vm::Seen &seen, std::size_t number, const std::vector<vm::Address> &held,
             std::vector<Link> &links);

  std::map<vm::Address, Written> written;
  std::map<vm::ThreadId, ThreadState> threads;
  std::map<vm::ThreadId, std::size_t> lastOf;
  std::map<vm::ThreadId, Link> next; ///< What the next event of a thread follows from.
  std::map<vm::Address, std::size_t> released;
  std::map<vm::Address, std::size_t> posted;
  std::map<vm::Address, std::vector<Arrival>> arrivals;
};

} // namespace heddle::trace
