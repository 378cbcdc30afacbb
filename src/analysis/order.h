// Orders that synchronisation forces on instructions of different threads.
//
// Where it says that a is ordered before b, then in every execution each time that a is run comes
// before each time that b is; there may be executions without one of them. Such an order comes from
// a creation, a join, a flag, a condition variable, a semaphore, a barrier or what is done once, or
// is put together from several. It holds in executions that interleave the threads; where it is
// also a happens-before of C11, by which there is no race, the two are `synchronised`.
//
// It is silent, that is, claims no order, about what libraries call back, programs that jump
// (setjmp), and flags of programs that call functions nobody knows.
#pragma once

#include "analysis/instances.h"
#include "analysis/parallel.h"

#include <memory>
#include <string>

namespace heddle::analysis {

enum class OrderKind : std::uint8_t { Creation, Join, Flag, Condition, Semaphore, Barrier, Once };
inline constexpr std::size_t orderKinds = 7;

/// What establishes an order: when `acquire` is over, `release` has been.
struct OrderReason {
  OrderKind kind = OrderKind::Creation;
  const llvm::Value *object = nullptr; ///< The address of what they meet at, if there is one.
  const llvm::Instruction *release = nullptr; ///< The first of them if there are several.
  const llvm::Instruction *acquire = nullptr;
  bool isSynchronised = true;
};

struct OrderOptions {
  bool spurious = true; ///< Condition waits may end without a signal, as the standards allow.
};

class Order {
public:
  static Order analyse(const PointsTo &pointers, const Threads &threads, const Parallel &parallel,
                       OrderOptions options);
  Order(Order &&) noexcept;
  Order &operator=(Order &&) noexcept;
  ~Order();

  /// A thread at an instruction, made ready for many questions. It lives as long as the order.
  class Node {
  public:
    StaticThread kind() const { return thread; }
    const llvm::Instruction *place() const { return at; }

    /// Numbers of rules, for the order.
    struct Bits {
      llvm::BitVector before; ///< Before whose releases it is.
      llvm::BitVector after;  ///< Behind whose acquires it is.
    };

  private:
    friend class Order;
    StaticThread thread = 0;
    const llvm::Instruction *at = nullptr;
    llvm::BitVector underWay;
    Bits forOrder;
    Bits forSynchronisation;
  };
  const Node &node(StaticThread thread, const llvm::Instruction &at) const;

  bool ordered(const Node &one, const Node &other) const;
  bool synchronised(const Node &one, const Node &other) const;
  /// Why the one comes first, in this order; empty if it does not.
  std::vector<OrderReason> why(const Node &one, const Node &other) const;
  /// Whether two different threads may be there at the same time; `mayMeet` looks at creations and
  /// joins alone (section 4.3 of paper 002).
  bool mayHappenInParallel(const Node &one, const Node &other) const;
  bool mayMeet(const Node &one, const Node &other) const;

  const Instances &instances() const;
  /// All that was found.
  std::vector<OrderReason> reasons() const;

private:
  struct State;
  explicit Order(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

/// "ordered by the semaphore ready: posted at a.c:10, waited for at a.c:20".
std::string textOf(const OrderReason &reason, const program::Program &program);

} // namespace heddle::analysis
