// Deferred cancellation. A request is a flag of the target; the target acts on it at its next
// cancellation point, or at once where it waits at one.
#include "vm/cancel.h"
#include "vm/image.h"
#include "vm/library.h"

#include <cerrno>

namespace heddle::vm {

namespace {

using Op = program::OpKind;
constexpr std::uint64_t cancelled = ~std::uint64_t{0}; // PTHREAD_CANCELED

Reached cancel(Call &call) {
  Executor &x = call.x;
  Thread *other = threadAt(x, call[0]);
  if (other && other->core.joined)
    x.noteEffect(EffectKind::Read, call[0]); // Whoever joined it could have come later.
  if (!other || other->core.joined)
    return call.fail(FaultKind::ThreadMisuse, "cancellation of something that is no thread");
  if (!call.granted(Op::Cancel, call[0]))
    return Reached::Stopped;
  ThreadCore &core = other->core;
  x.saveCore(*other);
  core.cancelRequested = true;
  const Pending &pending = core.pending;
  const bool waits = core.status == ThreadStatus::Ready && pending.phase == Phase::Waiting &&
                     (pending.kind == Op::Wait || pending.kind == Op::TimedWait);
  if (waits && !core.cancelDisabled) {
    const ThreadId id = x.names.fromHandle(call[0]);
    x.noteEffect(EffectKind::Write, pending.address); // It waits there no more.
    x.noteOrder(x.current, id, x.alternatives(id, pending) > 0);
    core.pending.phase = Phase::Woken;
    core.wokenToEnd = true;
  }
  call.note(Op::Cancel, 0, 0, x.names.fromHandle(call[0]));
  return call.done(0);
}

/// A point that does not wait for anything. It sees the request or it does not: visible, but only
/// in programs that cancel.
Reached point(Call &call) {
  Executor &x = call.x;
  const ThreadCore &core = x.thread->core;
  if (!x.image.cancels() || core.cancelDisabled)
    return call.done(0);
  if (!call.granted(Op::Yield, x.names.handle(x.current)))
    return Reached::Stopped;
  if (Executor::isCancelled(core))
    return endCancelled(call);
  call.note(Op::Yield, 0); // A test tells by it how many times the thread has come here.
  return call.done(0);
}

Reached setState(Call &call) {
  ThreadCore &core = call.thread().core;
  const auto state = static_cast<std::uint32_t>(call[0]);
  if (state > 1)
    return call.done(EINVAL);
  if (call[1] && !call.store(call[1], core.cancelDisabled, 4))
    return Reached::Stopped;
  core.cancelDisabled = state == 1;
  return call.done(0);
}

Reached setType(Call &call) {
  const auto type = static_cast<std::uint32_t>(call[0]);
  if (type > 1)
    return call.done(EINVAL);
  if (type == 1)
    return call.cannot("unsupported", "asynchronous cancellation");
  if (call[1] && !call.store(call[1], 0, 4))
    return Reached::Stopped;
  return call.done(0);
}

constexpr LibraryFunction functions[] = {
    {"pthread_cancel", cancel},           {"pthread_testcancel", point},
    {"pthread_setcancelstate", setState}, {"pthread_setcanceltype", setType},
    {"usleep", point, Symbols::Known},    {"sleep", point, Symbols::Known},
    {"nanosleep", point, Symbols::Known}, {"clock_nanosleep", point, Symbols::Known},
};

} // namespace

Reached endCancelled(Call &call) {
  call.x.exitThread(call.pc, cancelled);
  return Reached::Stopped;
}

std::span<const LibraryFunction> cancelFunctions() {
  return functions;
}

} // namespace heddle::vm
