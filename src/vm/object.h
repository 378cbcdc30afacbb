// One object of the program under test: a global, a local, a heap block, a function.
#pragma once

#include "vm/address.h"
#include "vm/storage.h"

#include <cstdint>

namespace heddle::vm {

enum class ObjectKind : std::uint8_t {
  None,  ///< The id is not in use.
  Inner, ///< A further slot of a large object; `size` is how many slots back its head is.
  Global,
  Function,
  Stack,
  Heap,
  ThreadLocal,
};

/// Plain data: it is saved and restored byte by byte when the search goes back.
struct Object {
  Address base = 0;
  std::uint64_t size = 0;
  Storage *storage = nullptr;
  std::uint64_t unwritten = 0; ///< Bytes never written; 0 for most objects.
  std::uint64_t createdIn = 0; ///< Epoch of its creation: younger than the last mark needs no log.
  std::uint32_t sync = 0;      ///< First synchronisation object inside it, 0 for none.
  std::uint32_t site = ~0u;    ///< Location of its allocation (Global: index of the global).
  std::uint32_t freedAt = ~0u; ///< Location of its release.
  std::uint16_t owner = 0;     ///< The thread that made it.
  ObjectKind kind = ObjectKind::None;
  bool live = false;
  bool shared = false;   ///< More than one thread may know its address.
  bool constant = false; ///< Never written, so never visible.
  bool inScope = true;   ///< Between its lifetime markers.
  bool leakable = false; ///< From malloc or its kin.
};

} // namespace heddle::vm
