// Allocation, and bulk operations on bytes.
#include "vm/bulk.h"
#include "vm/image.h"
#include "vm/library.h"

#include <algorithm>
#include <cerrno>

namespace heddle::vm {

namespace {

using Op = program::OpKind;

/// More than the address space of a process has: no C library has it to give.
bool isImpossible(std::uint64_t size) {
  constexpr unsigned addressBits = 47;
  return size >> addressBits != 0;
}

Reached none(Call &call) {
  call.setErrno(ENOMEM);
  return call.done(0);
}

Reached give(Call &call, std::uint64_t size, std::uint64_t alignment, bool zeroed) {
  if (isImpossible(size))
    return none(call);
  const Address address =
      call.x.makeHeapObject(size, std::max<std::uint64_t>(alignment, 16), zeroed, true);
  if (!address)
    return call.cannot("address-space", "an allocation of " + std::to_string(size) + " bytes");
  call.note(Op::Allocate, address, address);
  return call.done(address);
}

Reached allocate(Call &call) {
  return give(call, call[0], 16, false);
}

/// operator new.
Reached allocateOrThrow(Call &call) {
  CodeFunction *thrower =
      isImpossible(call[0]) ? call.x.image.functionNamed("_ZSt17__throw_bad_allocv") : nullptr;
  if (!thrower)
    return give(call, call[0], 16, false);
  call.x.clearWindows();
  call.x.pushFrame(*thrower, nullptr, 0);
  return Reached::Entered;
}

Reached allocateZeroed(Call &call) {
  std::uint64_t size = 0;
  if (__builtin_mul_overflow(call[0], call[1], &size))
    return none(call);
  return give(call, size, 16, true);
}

Reached allocateAligned(Call &call) {
  return give(call, call[1], call[0], false);
}

Reached allocateInto(Call &call) {
  if (call[1] < 8 || (call[1] & (call[1] - 1)))
    return call.done(EINVAL);
  if (isImpossible(call[2]))
    return call.done(ENOMEM);
  const Address address =
      call.x.makeHeapObject(call[2], std::max<std::uint64_t>(call[1], 16), false, true);
  if (!address)
    return call.cannot("address-space", "an allocation of " + std::to_string(call[2]) + " bytes");
  return call.store(call[0], address, 8) ? call.done(0) : Reached::Stopped;
}

/// Whether the pointer may be freed; if not the thread has failed.
bool mayFree(Call &call, Address pointer) {
  const Object *object = call.x.memory.find(pointer);
  if (!object || object->kind == ObjectKind::Function) {
    call.fail(FaultKind::InvalidFree, "free of a pointer to no object");
    return false;
  }
  if (object->kind != ObjectKind::Heap || !object->leakable) {
    call.fail(FaultKind::InvalidFree, "free of memory that is not from the heap");
    return false;
  }
  if (!object->live) {
    call.fail(FaultKind::DoubleFree, "free of memory that was freed already", object->freedAt);
    return false;
  }
  if (pointer != object->base) {
    call.fail(FaultKind::InvalidFree, "free of a pointer into the middle of a block");
    return false;
  }
  return true;
}

void drop(Call &call, Address pointer) {
  call.x.memory.end(idOf(pointer), call.x.userLocation(*call.x.thread));
  call.x.clearWindows();
  call.note(Op::Free, pointer);
}

Reached release(Call &call) {
  const Address pointer = call[0];
  if (!pointer)
    return call.done();
  if (call.x.isShared(pointer) && call.x.memory.find(pointer)) {
    const Object *object = call.x.memory.find(pointer);
    if (!call.granted(Op::Free, pointer, static_cast<std::uint32_t>(object->size)))
      return Reached::Stopped;
  }
  if (!mayFree(call, pointer))
    return Reached::Stopped;
  drop(call, pointer);
  return call.done();
}

Reached reallocate(Call &call) {
  const Address old = call[0];
  if (!old)
    return give(call, call[1], 16, false);
  if (isImpossible(call[1]))
    return none(call);
  const bool shared = call.x.isShared(old) && call.x.memory.find(old);
  if (shared && !call.granted(Op::Free, old))
    return Reached::Stopped;
  if (!mayFree(call, old))
    return Reached::Stopped;
  const Executor::Together together(call.x, true);
  const Address fresh = call.x.makeHeapObject(call[1], 16, false, true);
  if (!fresh)
    return call.cannot("address-space", "an allocation of " + std::to_string(call[1]) + " bytes");
  const std::uint64_t size = std::min(call.x.memory.find(old)->size, call[1]);
  if (!bulkCopy(call.x, call.pc, fresh, old, size, false))
    return Reached::Stopped;
  drop(call, old);
  call.note(Op::Allocate, fresh, fresh);
  return call.done(fresh);
}

Reached usableSize(Call &call) {
  const Object *object = call.x.memory.find(call[0]);
  return call.done(object ? object->size : 0);
}

Reached copy(Call &call) {
  return bulkCopy(call.x, call.pc, call[0], call[1], call[2], false) ? call.done(call[0])
                                                                     : Reached::Stopped;
}
Reached move(Call &call) {
  return bulkCopy(call.x, call.pc, call[0], call[1], call[2], true) ? call.done(call[0])
                                                                    : Reached::Stopped;
}
Reached fill(Call &call) {
  return bulkFill(call.x, call.pc, call[0], static_cast<std::uint8_t>(call[1]), call[2])
             ? call.done(call[0])
             : Reached::Stopped;
}
Reached clear(Call &call) {
  return bulkFill(call.x, call.pc, call[0], 0, call[1]) ? call.done() : Reached::Stopped;
}

constexpr LibraryFunction functions[] = {
    {"malloc", allocate},
    {"calloc", allocateZeroed},
    {"realloc", reallocate},
    {"free", release},
    {"cfree", release},
    {"aligned_alloc", allocateAligned},
    {"memalign", allocateAligned},
    {"posix_memalign", allocateInto},
    {"malloc_usable_size", usableSize},
    {"_Znwm", allocateOrThrow},
    {"_Znam", allocateOrThrow},
    {"_ZdlPv", release},
    {"_ZdaPv", release},
    {"_ZdlPvm", release},
    {"_ZdaPvm", release},
    {"memcpy", copy},
    {"memmove", move},
    {"memset", fill},
    {"bzero", clear},
};

} // namespace

std::span<const LibraryFunction> memoryFunctions() {
  return functions;
}

} // namespace heddle::vm
