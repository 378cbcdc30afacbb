// The library functions that the VM runs itself, in groups. Everything else is C in models/.
#pragma once

#include "vm/call.h"

#include <span>
#include <string_view>

namespace heddle::vm {

struct LibraryFunction {
  std::string_view name;
  Builtin run;
  Symbols symbols = Symbols::Settled;
};

std::span<const LibraryFunction> threadFunctions();    ///< pthread_create, join, ...
std::span<const LibraryFunction> mutexFunctions();     ///< mutexes and spinlocks
std::span<const LibraryFunction> conditionFunctions(); ///< condition variables
std::span<const LibraryFunction> waitingFunctions();   ///< semaphores, barriers, once
std::span<const LibraryFunction> memoryFunctions();    ///< malloc, memcpy, ...
std::span<const LibraryFunction> outputFunctions();    ///< printf and its kin
std::span<const LibraryFunction> fileFunctions();      ///< what models/files.c stands on
std::span<const LibraryFunction> processFunctions();   ///< exit, abort, assertions, inputs, time
std::span<const LibraryFunction> inputFunctions();     ///< inputs, assumptions, assertions
std::span<const LibraryFunction> mathFunctions();
std::span<const LibraryFunction> numberFunctions();    ///< numbers with a point from text
std::span<const LibraryFunction> jumpFunctions();      ///< setjmp, longjmp, cleanup handlers
std::span<const LibraryFunction> cancelFunctions();    ///< cancellation, sleeping
std::span<const LibraryFunction> keyFunctions();       ///< thread-specific data
std::span<const LibraryFunction> rwLockFunctions();    ///< read-write locks
std::span<const LibraryFunction> guardFunctions();     ///< static and thread-local variables of C++
std::span<const LibraryFunction> futexFunctions();     ///< waiting for a change of memory
std::span<const LibraryFunction> exceptionFunctions(); ///< what models/exceptions.cpp stands on

} // namespace heddle::vm
