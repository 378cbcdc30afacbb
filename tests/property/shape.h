// What a generated program is before it is printed: a few shared objects, and statements for each
// thread. Every statement does at most a handful of visible operations, the same ones as LLVM IR
// and as C.
#pragma once

#include <vector>

namespace heddle::property {

enum class Width : unsigned char { Byte = 1, Word = 4, Long = 8 };
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
  Element, ///< Of a global array, by `index`.
  Field,   ///< Of the one global structure.
  Target,  ///< What a global pointer points to, plus `index` words; reads the pointer first.
};

struct Place {
  PlaceKind kind = PlaceKind::Scalar;
  unsigned which = 0;
  Operand index;
};

enum class Kind {
  Load,            ///< local = place
  Store,           ///< place = left
  Compute,         ///< local = left (arithmetic) right
  Update,          ///< local = place, place = place (arithmetic) left, at once
  CompareExchange, ///< local = place; if it was `left` then place = right, at once
  Fence,
  If,
  Repeat, ///< body, `count` times
  Await,  ///< spins while place == left
  Atomic, ///< body as one atomic section
  Assert,
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
  TryReadLock,  ///< If it gets the lock: body and unlock.
  TryWriteLock, ///< Likewise.
  RwUnlock,
  PointTo,  ///< pointer `object` = &place
  SetNull,  ///< pointer `object` = null
  Allocate, ///< pointer `object` = a new block of `count` words
  Free,     ///< free(pointer `object`)
  Yield,
  Create,
  Join,
  Detach,
};

struct Statement {
  Kind kind = Kind::Yield;
  unsigned local = 0;
  unsigned object = 0; ///< Of the kind's own list: mutex, condition, pointer, thread, ...
  unsigned second = 0;
  unsigned count = 0;
  Place place;
  Operand left;
  Operand right;
  Condition condition;
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
  std::vector<Block> threads; ///< The first is main.
  Block after;                ///< What main does before it prints the globals.
  unsigned shown = ~0u;       ///< How many values main prints at most.
};

inline constexpr unsigned localCount = 4;

} // namespace heddle::property
