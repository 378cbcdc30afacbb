// What models/exceptions.cpp stands on, and the end of a program that std::terminate is.
#include "vm/image.h"
#include "vm/library.h"
#include "vm/unwind.h"

namespace heddle::vm {

namespace {

Reached raiseException(Call &call) {
  return raise(call.x, call.pc, call[0], false) ? Reached::Entered : Reached::Stopped;
}

/// Who calls it says why: compilers do so for exceptions that may not go on, threads when they are
/// forgotten.
Reached terminate(Call &call) {
  if (callTerminateHandler(call.x))
    return Reached::Entered;
  const std::string_view caller = call.thread().top().function->name;
  if (caller == "__clang_call_terminate") {
    const Address exception = call.thread().frameRegisters(call.thread().top())[0];
    if (!call.x.peek(exception, 8))
      return call.fail(FaultKind::UncaughtException,
                       "a thread ends within a function that is noexcept");
    const std::string type = typeName(call.x, call.x.peek(exception, 8));
    return call.fail(FaultKind::UncaughtException,
                     "an exception of type " + type + " leaves a function that is noexcept");
  }
  if (caller.starts_with("_ZNSt6thread"))
    return call.fail(FaultKind::ThreadMisuse,
                     "destruction of a std::thread that is neither joined nor detached");
  return call.fail(FaultKind::Abort, "std::terminate is called");
}

constexpr LibraryFunction functions[] = {
    {"__heddle_raise", raiseException},
    {"_ZSt9terminatev", terminate},
};

} // namespace

std::span<const LibraryFunction> exceptionFunctions() {
  return functions;
}

} // namespace heddle::vm
