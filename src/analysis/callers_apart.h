// A copy of a program in which what is the same for all callers of a library function need not be:
// the function stands there once for each of its calls.
//
// C++ does little by itself: a lock is taken in lock_guard's constructor, a thread is made in that
// of std::thread, memory comes from an allocator, each some calls away from the user's line and the
// same for all lines. An analysis that does not look at who calls a function says of all of them
// what is true of any. In the copy, functions of library headers and of the models, which are
// small, are copied for each call of the user's code that leads to them, and for each call in the
// copies; and so is the library's routine of a thread, for each creation. Where a library calls
// through a pointer and few functions can be meant, as in virtual functions, the copy compares the
// pointer first and calls a copy of the function by name.
//
// The copy does what the program does: every analysis can be made of it, and every execution of it
// is one of the program. Its lines are those of the program; its instructions are its own.
#pragma once

#include "program/program.h"

namespace heddle::analysis {

/// Metadata of a call through a pointer in the copy: functions that it does not call, because the
/// pointer was compared with them before.
inline constexpr const char *excludedCallees = "heddle.excluded";

struct CopyLimits {
  std::size_t instructions = 30'000; ///< In copies; what is then not copied stays shared.
  unsigned functionSize = 500;       ///< Larger functions are shared.
  unsigned rounds = 3;               ///< Of looking at what pointers to functions may mean.
  unsigned targets = 4;              ///< Of a call through a pointer.
};

support::Outcome<program::Program> withCallersApart(const program::Program &program,
                                                    const CopyLimits &limits = {});

} // namespace heddle::analysis
