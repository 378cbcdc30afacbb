// Reading and writing at symbolic addresses.
#pragma once

#include "vm/executor.h"

namespace heddle::vm {

/// Where an access at a symbolic address goes.
struct Place {
  enum class Kind : std::uint8_t {
    Stopped, ///< The thread stops or has failed.
    Settle,  ///< To be done for each address on its own.
    Range,   ///< Somewhere in a stretch of one object that only this thread can see.
  };
  Kind kind = Kind::Stopped;
  Address first = 0; ///< The lowest address it may be.
  std::uint64_t stride = 1;
  std::uint64_t count = 0;
  expr::Ref index = nullptr; ///< Which of the places; 0 is `first`.
};

/// Finds the object of an access of `size` bytes and checks the bounds. `base` is the plain pointer
/// that an index was added to, 0 if the pointer itself is symbolic.
Place resolve(Executor &x, const Inst *pc, expr::Ref address, Address base, unsigned size,
              AccessKind kind);
expr::Ref readRange(Executor &x, const Place &place, unsigned size);
void writeRange(Executor &x, const Place &place, expr::Ref value, unsigned size);

} // namespace heddle::vm
