// setjmp and longjmp, and the cleanup handlers that the C library builds on them.
#include "vm/image.h"
#include "vm/journal.h"
#include "vm/jump.h"
#include "vm/library.h"

namespace heddle::vm {

namespace {

/// What setjmp leaves in the program's buffer: which frame, and where in it. The smallest buffer,
/// of a cleanup handler, has 64 bytes.
struct Place {
  std::uint64_t mark = 0;
  Address function = 0;
  std::uint32_t thread = 0;
  std::uint32_t depth = 0;
  std::uint32_t instruction = 0;
  std::uint32_t firstStackId = 0; ///< Never the same twice in a thread, so it tells frames apart.
};
static_assert(sizeof(Place) <= 64);
constexpr std::uint64_t placeMark = 0x686564646c653a6a;

/// In a buffer of a cleanup handler, behind what setjmp uses: the next outer one.
constexpr Address outerOffset = 72;

Reached setPlace(Call &call) {
  Executor &x = call.x;
  std::uint8_t *bytes = call.write(call[0], sizeof(Place));
  if (!bytes)
    return Reached::Stopped;
  const Frame &frame = x.thread->top();
  const Place place{placeMark,
                    frame.function->address,
                    x.current,
                    x.thread->core.depth,
                    static_cast<std::uint32_t>(frame.function->indexOf(call.pc)),
                    frame.firstStackId};
  std::memcpy(bytes, &place, sizeof place);
  return call.done(0);
}

Reached longJump(Call &call) {
  if (!call.read(call[0], sizeof(Place)))
    return Reached::Stopped;
  const auto value = static_cast<std::uint32_t>(call[1]);
  return jumpTo(call.x, call.pc, call[0], value ? value : 1) ? Reached::Entered : Reached::Stopped;
}

Reached pushCleanup(Call &call) {
  ThreadCore &core = call.thread().core;
  if (!call.store(call[0] + outerOffset, core.cleanup, 8))
    return Reached::Stopped;
  core.cleanup = call[0];
  return call.done();
}

Reached popCleanup(Call &call) {
  call.thread().core.cleanup = call.x.peek(call[0] + outerOffset, 8);
  return call.done();
}

Reached nextCleanup(Call &call) {
  call.thread().core.cleanup = call.x.peek(call[0] + outerOffset, 8);
  call.x.unwindThread(call.pc);
  return Reached::Stopped;
}

constexpr LibraryFunction functions[] = {
    {"setjmp", setPlace},
    {"_setjmp", setPlace},
    {"sigsetjmp", setPlace},
    {"__sigsetjmp", setPlace},
    {"longjmp", longJump},
    {"_longjmp", longJump},
    {"siglongjmp", longJump},
    {"__longjmp_chk", longJump},
    {"__pthread_register_cancel", pushCleanup},
    {"__pthread_unregister_cancel", popCleanup},
    {"__pthread_unwind_next", nextCleanup},
};

} // namespace

bool jumpTo(Executor &x, const Inst *pc, Address buffer, std::uint64_t value) {
  if (x.journal)
    x.journal->giveUp("a long jump");
  ThreadCore &core = x.thread->core;
  Place place;
  const Object *object = x.memory.find(buffer);
  if (object && object->live && buffer >= object->base &&
      buffer - object->base + sizeof place <= object->size)
    std::memcpy(&place, x.memory.read(*object, buffer), sizeof place);
  if (place.mark != placeMark) {
    x.fault(pc, FaultKind::InvalidPointer, "jump to a buffer that no setjmp has filled");
    return false;
  }
  if (place.thread != x.current) {
    x.fault(pc, FaultKind::ThreadMisuse, "jump to a setjmp of another thread");
    return false;
  }
  const bool isThere = place.depth > 0 && place.depth <= core.depth;
  const Frame *frame = isThere ? &x.thread->frames[place.depth - 1] : nullptr;
  if (!frame || frame->function->address != place.function ||
      frame->firstStackId != place.firstStackId) {
    x.fault(pc, FaultKind::InvalidPointer, "jump to a setjmp whose function has returned");
    return false;
  }
  x.unwindTo(place.depth);
  Frame &top = x.thread->top();
  const Inst *call = top.function->code.data() + place.instruction;
  const auto &site = pointee<CallSite>(*call);
  if (site.resultRegisters)
    x.thread->frameRegisters(top)[site.dst] = value & site.resultMask;
  top.pc = top.function->at(place.instruction + 1u, top.guarded);
  return true;
}

std::span<const LibraryFunction> jumpFunctions() {
  return functions;
}

} // namespace heddle::vm
