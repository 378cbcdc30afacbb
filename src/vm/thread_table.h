// The names that threads, their addresses and their handles have in a search. Paths and effects
// only mean something beside it.
#pragma once

#include "vm/thread.h"

#include <cstdint>
#include <vector>

namespace heddle::vm {

struct ThreadTable {
  struct Name {
    ThreadId parent = 0;
    std::uint32_t nth = 0; ///< Child of its parent.
  };
  struct Block { ///< The nth block of addresses of a region of a thread.
    ThreadId thread = 0;
    unsigned region = 0;
    std::size_t nth = 0;
    unsigned block = 0;
  };
  struct Handle {
    ThreadId thread = 0;
    std::uint64_t handle = 0;
  };
  std::vector<Name> names; ///< Of threads 1, 2, ...
  std::vector<Block> blocks;
  std::vector<Handle> handles;
};

} // namespace heddle::vm
