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

namespace llvm {
class BasicBlock;
} // namespace llvm

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

/// Where a thread comes by: instructions when they are done, calls when they begin, edges.
struct OrderPoint {
  StaticThread thread = 0;
  bool isWholeThread = false; ///< For a release its end, for an acquire its begin.
  unsigned level = 1;         ///< So often.
  bool isOfAll = false;       ///< All threads of this kind have.
  /// In functions that have been run for good, by whomever; then there is no more.
  bool isBody = false;
  std::vector<const llvm::Instruction *> done;
  std::vector<const llvm::CallBase *> begins;
  std::vector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> edges;
};

/// When a thread has passed one of the acquires, then all of the releases have been passed, or one
/// of them, whichever it is.
struct OrderLink {
  OrderReason reason;
  bool needsAll = false;
  std::vector<OrderPoint> releases;
  std::vector<OrderPoint> acquires;
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
    /// Whether everything is ordered with the other as with this one.
    bool isOrderedLike(const Node &other) const {
      return forOrder.before == other.forOrder.before && forOrder.after == other.forOrder.after;
    }

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
  /// The same in detail.
  std::vector<OrderLink> links() const;

private:
  struct State;
  explicit Order(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

/// "ordered by the semaphore ready: posted at a.c:10, waited for at a.c:20".
std::string textOf(const OrderReason &reason, const program::Program &program);

} // namespace heddle::analysis
