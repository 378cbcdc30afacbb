#include "vm/unwind.h"

#include "vm/dispatch.h"
#include "vm/guard.h"
#include "vm/image.h"
#include "vm/journal.h"
#include "vm/ops.h"

#include <cstring>

namespace heddle::vm {

namespace {

/// What a landing pad does with an exception.
struct Answer {
  bool enters = false;
  bool catches = false;
  std::int32_t selector = 0;
  Address adjusted = 0;
};

const CallSite *siteAt(const Inst *pc) {
  switch (shapeOf(pc->run).kind) {
  case ShapeKind::Call:
  case ShapeKind::Builtin:
  case ShapeKind::IndirectCall:
    return &pointee<CallSite>(*pc);
  default:
    return nullptr;
  }
}

Answer ask(Executor &x, const LandingPad &pad, const Thrown &thrown) {
  constexpr std::int32_t anything = 1; // Below all numbers of types.
  for (const LandingPad::Clause &clause : pad.clauses) {
    std::optional<Address> found;
    std::int32_t selector = anything;
    for (const Address type : clause.types) {
      if (!type)
        found = thrown.object;
      else if (!thrown.isForced())
        found = caughtAs(x, type, thrown.type, thrown.object);
      if (!found)
        continue;
      selector = type ? selectorOf(type) : anything;
      break;
    }
    if (clause.isFilter) {
      if (!found)
        return {true, true, -1, thrown.object};
      continue;
    }
    if (found)
      return {true, true, selector, *found};
  }
  return {pad.isCleanup, false, 0, 0};
}

/// Whether what runs above may be the routine of a pthread_once.
bool callsOnce(const CallSite &site) {
  return !site.callee || site.callee->kind == program::OpKind::Once;
}

/// What a call that is left early had begun.
void abandon(Executor &x, const CallSite &site) {
  if (!site.callee)
    return;
  if (x.thread->core.atomicDepth && site.callee->name.starts_with("__VERIFIER_atomic_"))
    x.endAtomic();
  if (x.thread->core.atomicDepth && site.callee->name.starts_with("_ZSt4lockI"))
    x.endAtomic(true);
  if (site.callee->kind != program::OpKind::Once || site.arguments.empty())
    return;
  // A routine that throws has not run: the next thread tries again.
  const Frame &frame = x.thread->top();
  const Address flag = x.thread->frameRegisters(frame)[site.arguments.front()];
  SyncObject *once = x.findSync(flag);
  if (!once || once->count != 2 || once->owner != x.current)
    return;
  x.noteEffect(EffectKind::Write, flag);
  x.changeSync(*once);
  once->count = 0;
  once->owner = noThread;
  x.release(*once);
}

void enterPad(Executor &x, const LandingPad &pad, Address exception, const Answer &answer) {
  Frame &frame = x.thread->top();
  std::uint64_t *r = x.thread->frameRegisters(frame);
  r[pad.dst] = exception;
  r[pad.dst + 1] = static_cast<std::uint32_t>(answer.selector);
  if (frame.guarded) {
    Shadows shadows(r, *frame.function);
    shadows.set(pad.dst, {});
    shadows.set(pad.dst + 1, {});
  }
  frame.pc = frame.function->at(pad.at, frame.guarded);
}

/// Those of the standard library keep their text behind the pointer to their virtual functions.
std::string textOf(Executor &x, const Thrown &thrown) {
  for (const char *known : {"_ZTISt13runtime_error", "_ZTISt11logic_error"}) {
    const Address type = x.image.addressOfGlobal(known);
    const std::optional<Address> base =
        type ? caughtAs(x, type, thrown.type, thrown.object) : std::nullopt;
    if (!base)
      continue;
    std::string text;
    for (Address at = x.peek(*base + 8, 8); x.isReadable(at) && x.peek(at, 1); ++at)
      text += static_cast<char>(x.peek(at, 1));
    return text;
  }
  return "";
}

} // namespace

std::int32_t selectorOf(Address type) {
  return static_cast<std::int32_t>(idOf(type));
}

bool hasPads(const Executor &x) {
  const Thread &thread = *x.thread;
  for (std::uint32_t i = 0; i < thread.core.depth; ++i)
    if (const CallSite *site = siteAt(thread.frames[i].pc); site && site->pad)
      return true;
  return false;
}

bool callTerminateHandler(Executor &x) {
  const Address variable = x.image.addressOfGlobal("__heddle_when_terminated");
  CodeFunction *handler = variable ? x.image.functionAt(x.peek(variable, 8)) : nullptr;
  if (!handler || !handler->isDefined)
    return false;
  x.noteEffect(EffectKind::Write, variable, 8);
  std::memset(x.memory.write(idOf(variable), variable, 8), 0, 8);
  x.clearWindows();
  x.pushFrame(*handler, nullptr, 0);
  x.thread->top().again = true;
  return true;
}

bool raise(Executor &x, const Inst *pc, Address exception, bool isGoingOn) {
  if (x.journal)
    x.journal->giveUp("an exception");
  Thread &thread = *x.thread;
  thread.top().pc = pc;
  Thrown thrown;
  thrown.type = x.peek(exception, 8);
  thrown.object = x.peek(exception + 8, 8);

  std::uint32_t first = 0; // One more than the frame to go on in.
  Answer answer;
  bool isCaught = false;
  for (std::uint32_t i = thread.core.depth - (isGoingOn ? 1 : 0); i-- > 0 && !isCaught;) {
    const CallSite *site = siteAt(thread.frames[i].pc);
    // Nothing leaves a handler of std::terminate or exit: below it nobody is asked.
    if (i + 1 < thread.core.depth && thread.frames[i + 1].again && !(site && callsOnce(*site)))
      break;
    if (!site || !site->pad)
      continue;
    const Answer one = ask(x, *site->pad, thrown);
    if (one.enters && !first) {
      first = i + 1;
      answer = one;
    }
    isCaught = one.catches || (first && thrown.isForced());
  }
  if (!isCaught && thrown.isForced()) {
    x.unwindThread(pc);
    return false;
  }
  if (!isCaught && callTerminateHandler(x))
    return true;
  if (!isCaught) {
    const std::string text = textOf(x, thrown);
    x.fault(pc, FaultKind::UncaughtException,
            "uncaught exception of type " + typeName(x, thrown.type) +
                (text.empty() ? "" : ": " + text));
    return false;
  }
  while (thread.core.depth > first) {
    x.leave();
    if (const CallSite *site = siteAt(thread.top().pc))
      abandon(x, *site);
  }
  if (answer.catches) {
    std::memcpy(x.memory.write(idOf(exception), exception + 16, 8), &answer.adjusted, 8);
    x.clearWindows();
  }
  x.returnShadows.clear();
  enterPad(x, *siteAt(thread.top().pc)->pad, exception, answer);
  return true;
}

bool leaveByForce(Executor &x, const Inst *pc) {
  constexpr std::uint64_t headSize = 64; // Exception in models/exceptions.h.
  const Address exception = x.makeHeapObject(headSize, 16, true, false);
  return raise(x, pc, exception, false);
}

namespace {

HEDDLE_OP resume(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (!raise(*x, pc, r[pc->a], true))
    return;
  HEDDLE_RESUME;
}

} // namespace

Handler resumeHandler() {
  return resume;
}

} // namespace heddle::vm
