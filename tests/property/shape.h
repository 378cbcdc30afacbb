// What a generated program is before it is printed: a few shared objects, and statements for each
// thread. Every statement does at most a handful of visible operations, the same ones as LLVM IR
// and as C.
#pragma once

#include <vector>

namespace heddle::property {

enum class Width : unsigned char { Byte = 1, Half = 2, Word = 4, Long = 8 };
enum class Relation { Equal, NotEqual, Less };
enum class Arithmetic { Add, Subtract, Xor, And, Exchange };
enum class Order { Plain, Relaxed, Acquire, Release, AcquireRelease, SeqCst };

/// A local variable of the thread (32 bits, unsigned) or a constant.
struct Operand {
  bool isLocal = false;
  unsigned value = 0;
};

struct Condition {
  Relation relation = Relation::Equal;
  Operand left;
  Operand right;
};

enum class PlaceKind {
  Scalar,  ///< A global variable.
  Part,    ///< `width` bytes of one, from byte `index` on.
  Element, ///< Of a global array, by `index`.
  Field,   ///< Of the one global structure.
  Target,  ///< What a global pointer points to, plus `index` words; reads the pointer first.
};

struct Place {
  PlaceKind kind = PlaceKind::Scalar;
  unsigned which = 0;
  Operand index;
  Width width = Width::Word; ///< Of a Part.
};

enum class Kind {
  Load,            ///< local = place
  Store,           ///< place = left
  Compute,         ///< local = left (arithmetic) right
  Update,          ///< local = place, place = place (arithmetic) left, at once
  CompareExchange, ///< local = place; if it was `left` then place = right, at once
  Copy,            ///< `count` bytes from `from` to place, at once
  Fill,            ///< `count` bytes at place become `left`, at once
  Fence,
  Input,  ///< local = an input of 0 ... `count`
  Choose, ///< local = one of 0 ... `count`-1, every one tried
  If,
  Repeat,     ///< body, `count` times
  Await,      ///< spins while place (relation) left
  AwaitTaken, ///< spins while exchanging place with 1 gives 1
  Loop,       ///< body, until a Leave
  Leave,      ///< Goes on after the innermost Loop or Repeat; nothing outside of them.
  Atomic,     ///< body as one atomic section
  Assert,
  Assume,
  Lock,
  Unlock,
  TryLock,   ///< If it gets the mutex: body and unlock.
  TimedLock, ///< Likewise; it may give up.
  Wait,      ///< On condition `object` with mutex `second`.
  WaitWhile, ///< while (place == left) wait
  TimedWait,
  Signal,
  Broadcast,
  SemWait,
  SemTryWait, ///< local = whether it failed
  SemTimedWait,
  SemPost,
  BarrierWait,
  ReadLock,
  WriteLock,
  TryReadLock,   ///< If it gets the lock: body and unlock.
  TryWriteLock,  ///< Likewise,
  TimedReadLock, ///< and so on.
  TimedWriteLock,
  RwUnlock,
  Once,        ///< Runs the routine `object` if nobody has.
  PointTo,     ///< pointer `object` = &place
  CopyPointer, ///< pointer `object` = pointer `second`
  SetNull,     ///< pointer `object` = null
  Allocate,    ///< pointer `object` = a new block of `count` words, zeroed unless `second`
  Free,        ///< free(pointer `object`)
  Yield,
  Create,
  Join,
  CreateAll, ///< `count` threads of the body `object`, in a loop, handles in an array.
  JoinAll,   ///< All of them, in a loop.
  Call,      ///< The function `object`; if `second`, the routine that is done once.
  Detach,
  Cancel, ///< Asks thread `object` to end.
  TestCancel,
  ExitThread,
  ExitProcess,
};

struct Statement {
  Kind kind = Kind::Yield;
  unsigned local = 0;
  unsigned object = 0; ///< Of the kind's own list: mutex, condition, pointer, thread, ...
  unsigned second = 0;
  unsigned count = 0;
  Place place;
  Place from;
  Operand left;
  Operand right;
  Condition condition;
  Relation relation = Relation::Equal;
  bool isWeak = false; ///< Of a compare-exchange.
  bool isGiven =
      false; ///< To lock, unlock, store or await by a function that is given the address.
  Arithmetic arithmetic = Arithmetic::Add;
  Order order = Order::Plain;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
};

using Block = std::vector<Statement>;

enum class MutexType { Normal, Recursive, ErrorChecking };

struct Array {
  Width width = Width::Word;
  unsigned length = 2;
};

struct Shape {
  std::vector<Width> scalars;
  std::vector<unsigned> initial; ///< Of the scalars.
  std::vector<Array> arrays;
  std::vector<Width> fields;
  std::vector<int> pointers; ///< The scalar each points to at first; -1 for null.
  std::vector<MutexType> mutexes;
  unsigned conditions = 0;
  std::vector<unsigned> semaphores; ///< Initial values.
  std::vector<unsigned> barriers;   ///< How many must arrive.
  unsigned rwlocks = 0;
  std::vector<Block> onces;     ///< What is done once.
  std::vector<Block> functions; ///< That threads call, and functions with a higher number.
  std::vector<Block> threads;   ///< The first is main.
  Block after;                  ///< What main does before it prints the globals.
  unsigned shown = ~0u;         ///< How many values main prints at most.
};

inline constexpr unsigned localCount = 4;
inline constexpr unsigned mostOfAKind = 3; ///< Threads of one CreateAll.

} // namespace heddle::property
