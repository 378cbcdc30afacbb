// How threads and the process end: cleanup handlers, key destructors, exit handlers.
#include "vm/executor.h"

#include "vm/image.h"
#include "vm/jump.h"
#include "vm/unwind.h"

namespace heddle::vm {

namespace {
constexpr unsigned destructorRounds = 4; // PTHREAD_DESTRUCTOR_ITERATIONS
}

void Executor::addExitHandler(Address function, std::uint64_t argument, bool quick) {
  noteEffect(EffectKind::Write, cell::exitHandlers);
  exitHandlers.add({function, argument, quick});
}

bool Executor::callExitHandler(bool again, bool quick) {
  noteEffect(EffectKind::Write, cell::exitHandlers);
  while (exitHandlers.size()) {
    ExitHandler &last = exitHandlers[exitHandlers.size() - 1];
    const ExitHandler handler = last;
    if (memory.logging())
      memory.undo().saveRaw(&last, sizeof handler);
    exitHandlers.shrink(exitHandlers.size() - 1);
    CodeFunction *function = image.functionAt(handler.function);
    if (handler.quick != quick || !function || !function->isDefined)
      continue;
    pushFrame(*function, &handler.argument, 1);
    thread->top().again = again;
    return true;
  }
  return false;
}

void Executor::finishThread(std::uint64_t result) {
  ThreadCore &core = thread->core;
  if (core.ending)
    return goOnEnding();
  if (current == 0) {
    saveGlobals();
    const std::size_t constructors = image.constructors().size();
    wantsRefill = true; // The run loop goes on with the new bottom frame.
    if (globals.started < constructors) {
      pushFrame(*image.constructors()[globals.started++], nullptr, 0);
      return;
    }
    if (globals.started == constructors) {
      ++globals.started;
      std::vector<std::uint64_t> arguments;
      buildArguments(arguments);
      pushFrame(image.entry(), arguments.data(), arguments.size());
      return;
    }
    if (globals.started == constructors + 1) {
      ++globals.started;
      globals.exitCode = static_cast<std::uint32_t>(result);
      globals.exiting = true;
    }
    if (callLocalDestructor(false) || callExitHandler(false))
      return;
    wantsRefill = false;
    leaveSections();
    core.status = ThreadStatus::Standing;
    core.standing = Standing::Exit;
    hasStopped = true;
    return;
  }
  core.ending = true;
  core.result = result;
  goOnEnding();
}

void Executor::exitThread(const Inst *pc, std::uint64_t result) {
  ThreadCore &core = thread->core;
  thread->top().pc = pc;
  const bool hasDestructors = hasPads(*this);
  if (hasDestructors && core.cleanup) // Which of them comes first is not known.
    return gap(pc, "unwinding", "a thread that ends within both C++ destructors and C handlers");
  core.result = result;
  core.ending = true;
  core.cancelDisabled = true;
  if (!hasDestructors)
    return unwindThread(pc);
  if (leaveByForce(*this, pc))
    wantsRefill = true;
}

void Executor::unwindThread(const Inst *pc) {
  ThreadCore &core = thread->core;
  if (core.cleanup) {
    // The handler runs where it was pushed, as if that setjmp returned once more.
    const Address buffer = core.cleanup;
    if (jumpTo(*this, pc, buffer, 1))
      wantsRefill = true;
    return;
  }
  unwindTo(0);
  goOnEnding();
}

/// The next destructor of a value this thread still has. A destructor may set values again, so
/// there are several rounds.
bool Executor::callKeyDestructor() {
  ThreadCore &core = thread->core;
  for (; core.specific && core.keyRounds < destructorRounds; ++core.keyRounds, core.nextKey = 0) {
    while (core.nextKey < globals.keys) {
      const Key &key = keys[core.nextKey];
      const Address slot = core.specific + std::uint64_t{8} * core.nextKey++;
      const std::uint64_t value = peek(slot, 8);
      CodeFunction *destructor = key.deleted ? nullptr : image.functionAt(key.destructor);
      if (!value || !destructor || !destructor->isDefined)
        continue;
      std::memset(memory.write(idOf(slot), slot, 8), 0, 8);
      clearWindows();
      pushFrame(*destructor, &value, 1);
      return true;
    }
  }
  return false;
}

/// The next destructor of a thread-local variable, the newest first.
bool Executor::callLocalDestructor(bool again) {
  ThreadCore &core = thread->core;
  while (core.exits) {
    const Address entry = core.exits;
    const std::uint64_t object = peek(entry + 8, 8);
    core.exits = peek(entry + 16, 8);
    CodeFunction *destructor = image.functionAt(peek(entry, 8));
    if (!destructor || !destructor->isDefined)
      continue;
    pushFrame(*destructor, &object, 1);
    thread->top().again = again;
    return true;
  }
  return false;
}

/// No frame is left: what comes before the thread is gone, one function at a time.
void Executor::goOnEnding() {
  ThreadCore &core = thread->core;
  if (callLocalDestructor(false) || callKeyDestructor()) {
    wantsRefill = true;
    return;
  }
  saveGlobals();
  // The last thread ends the process as exit(0) does; without handlers nobody sees that.
  if (globals.live == 1) {
    globals.exiting = true;
    if (callExitHandler(false)) {
      wantsRefill = true;
      return;
    }
  }
  leaveSections();
  core.status = ThreadStatus::Finished;
  if (image.cancels())
    noteEffect(EffectKind::Write, names.handle(current) + cell::endOffset);
  endLocals();
  share(core.result);
  wantsRefill = false;
  hasStopped = true;
  --globals.live;
  if (recorder && !isTrial)
    recorder->saw({current, program::OpKind::ThreadExit, core.createdAt, 0, 0, nullptr, nullptr,
                   core.result, noThread, false});
}

} // namespace heddle::vm
