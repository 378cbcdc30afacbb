// What the library functions that have no body do with pointers: those that the VM runs itself.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace llvm {
class CallBase;
class Function;
} // namespace llvm

namespace heddle::analysis {

/// One thing that a library function does. `a`, `b` and `c` are numbers of arguments.
struct LibraryAct {
  enum Kind : std::uint8_t {
    Allocate,      ///< Gives new memory of `a` (times `b`) bytes.
    AllocateInto,  ///< Leaves new memory of `b` bytes at `a`.
    Return,        ///< Gives `a` back.
    Transfer,      ///< Copies `c` bytes from `b` to `a`.
    Reallocate,    ///< What is at `a` goes to the result, which is new memory.
    Store,         ///< Stores `b` at `a`.
    StoreInto,     ///< Stores a pointer into what `b` points to at `a`.
    Fill,          ///< Stores `b` from `a` on.
    Call,          ///< Calls `a` with the argument `b`.
    Start,         ///< The same in a new thread.
    End,           ///< The thread ends with `a`.
    Join,          ///< Stores what a thread ended with at `a`.
    SetSpecific,   ///< Keeps `a` for the thread.
    GetSpecific,   ///< Gives it back.
    AddDestructor, ///< Calls `a` with it when a thread ends.
    Errno,         ///< Gives the address of errno.
    Raise,         ///< `a` is an exception on its way.
    Terminate,     ///< Runs the handler of std::terminate.
    SetJump,       ///< Gives what a jump brings.
    Jump,          ///< Brings `a` there.
    PushCleanup,   ///< Links `a` into the thread's handlers.
    Lazy,          ///< Leaves an object that is made at need at `a`.
  } kind;
  static constexpr std::uint8_t none = 0xFF;
  std::uint8_t a = none;
  std::uint8_t b = none;
  std::uint8_t c = none;
};

struct LibraryBehaviour {
  bool isKnown = false;
  std::span<const LibraryAct> acts; ///< Often none: then no pointer goes anywhere.
};

LibraryBehaviour behaviourOf(std::string_view linkageName);

/// What the library's operator new calls when there is no memory.
inline constexpr const char *outOfMemory = "_ZSt17__throw_bad_allocv";
bool mayLackMemory(const llvm::Function &function);

/// Whether a call that prints by a format may store how much it has printed (`%n`): if the format
/// says so or is not known.
bool mayStoreLength(const llvm::CallBase &call);
/// Whether a format has a `%n`.
bool storesLength(std::string_view format);

} // namespace heddle::analysis
