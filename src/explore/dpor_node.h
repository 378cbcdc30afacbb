// A point of a dpor search and what is left to try there. Most belong to one worker; those above
// work that another one has taken are shared, and then everything that changes is locked.
#pragma once

#include "explore/wakeup.h"

#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace heddle::explore::dpor {

/// A thread whose next step leads nowhere new, and what that step does.
struct Sleeper {
  vm::ThreadId thread = 0;
  TouchId touches = 0;
  std::size_t since = 0; ///< Events that came before it fell asleep.
};

/// One thread to take at a scheduling point, in all its ways.
struct Child {
  vm::ThreadId thread = 0;
  std::uint32_t ways = 1;
  std::uint32_t tried = 0;
  std::uint32_t workers = 0;            ///< Within it; only counted at shared points.
  bool isAsleep = false;                ///< It is among the sleepers of its point.
  bool mustWait = false;                ///< Until no other child of its point is within anybody.
  llvm::SmallVector<BranchId, 1> roots; ///< What to do; others of its ways are gone on from freely.
  llvm::SmallVector<BranchId, 1> owned; ///< Those that are part of no larger tree.
  TouchId touches = 0;                  ///< What its ways have done so far.

  bool isStarted() const { return tried > 0; }
};

inline constexpr std::size_t noChild = ~std::size_t{0};

struct Node {
  std::size_t path = 0;   ///< Length of the path up to here,
  std::size_t events = 0; ///< and of the execution.
  bool asked = false;     ///< The sides of a branch: one thread, in the midst of a step.
  vm::ThreadId last = 0;  ///< Whose step led here.
  /// First those who came asleep, then children that are done, or what they do is known and others
  /// are taken beside them. It only grows.
  std::vector<Sleeper> asleep;
  // A scheduling point:
  bool loose = false;
  std::size_t inherited = 0;
  std::vector<Child> children;
  std::vector<vm::Choice> enabled;
  // A branch:
  std::uint32_t sides = 0;
  std::uint32_t triedSides = 0;
  std::size_t nth = 0;          ///< Branch of its step.
  std::size_t effects = 0;      ///< Of the step so far.
  std::vector<BranchId> cursor; ///< Branches that the step follows.

  /// Set once several workers know it: then the trees are here and not with a worker.
  struct Shared {
    std::mutex mutex;
    WakeupTrees trees;
  };
  std::unique_ptr<Shared> shared;

  /// Whether some child is begun of which it is not known what it does: none beside it then.
  bool isUnsettled() const {
    for (const Child &child : children)
      if (child.isStarted() && !child.isAsleep)
        return true;
    return false;
  }
};

/// Holds a point as long as it lives, if others know it.
class Hold {
public:
  explicit Hold(const Node &node)
      : lock(node.shared ? std::unique_lock(node.shared->mutex) : std::unique_lock<std::mutex>()) {}

  /// Lets others at it for a moment.
  void pause() {
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
  }

private:
  std::unique_lock<std::mutex> lock;
};

} // namespace heddle::explore::dpor
