// Somebody who watches a run: told of every visible operation as it happens.
#pragma once

#include "expr/node.h"
#include "program/op_kind.h"
#include "program/program.h"
#include "vm/address.h"
#include "vm/thread.h"

#include <cstdint>
#include <span>

namespace heddle::vm {

/// A byte of memory that is an expression, or undefined.
struct SymbolicByte {
  std::uint32_t offset = 0;
  expr::Ref value = nullptr; ///< Null: undefined.
};

/// One operation as it happened.
struct Seen {
  ThreadId thread = 0;
  program::OpKind kind = program::OpKind::None;
  program::LocationId location = program::noLocation; ///< In user code.
  Address address = 0;
  std::uint64_t size = 0;
  const std::uint8_t *before = nullptr; ///< `size` bytes, for memory operations.
  const std::uint8_t *after = nullptr;
  std::uint64_t result = 0;  ///< Of a synchronisation call.
  ThreadId other = noThread; ///< The thread created, joined or woken.
  bool shared = true;
  // Only where reads are lifted (Options::lifts).
  expr::Ref lifted = nullptr; ///< What stands for the value read.
  /// Bytes written that are not plain.
  std::span<const SymbolicByte> wrote = {}; // NOLINT(readability-redundant-member-init)
  bool atOnce = false; ///< One operation with what the thread was seen to do before.
};

class Recorder {
public:
  virtual ~Recorder() = default;
  virtual void saw(const Seen &seen) = 0;
  /// The thread goes on where this holds. Only where reads are lifted; then it is told of all that
  /// is decided by what was read or given.
  virtual void decided(ThreadId, program::LocationId, expr::Ref /*condition*/, bool /*side*/) {}
  /// The thread makes an object there, on its stack or on the heap; also one of thread-local
  /// variables, and those of library functions. The stack of the thread says where.
  virtual void made(ThreadId, Address) {}
  /// The thread comes by a mark (program::markFunction), which only some programs have.
  virtual void cameBy(ThreadId, std::uint32_t /*mark*/) {}
};

} // namespace heddle::vm
