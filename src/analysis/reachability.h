// Whether control can come from where a thread stands to a target, and by how many instructions at
// least: through calls, out of them by returns and exceptions, and in again.
//
// A thread stands at the instruction it runs next, inside of calls that it goes on behind; the ways
// are those that match calls and returns. Distances are lower bounds: a call of a library function
// is one instruction, and so is all that an exception passes by; phis are none. Functions that the
// library calls back may be entered wherever it is called, and when threads end.
#pragma once

#include "analysis/threads.h"

#include <llvm/ADT/DenseMap.h>
#include <memory>
#include <optional>

namespace heddle::analysis {

/// What is known of the rest of an execution.
struct Resolution {
  Resolution() = default;
  llvm::DenseMap<const llvm::Instruction *, unsigned> branches;         ///< The side that is taken.
  llvm::DenseMap<const llvm::CallBase *, const llvm::Function *> calls; ///< What is called.
  bool empty() const { return branches.empty() && calls.empty(); }
};

/// Distances to one set of targets, for all places.
class Distances {
public:
  /// A stack: the next instruction first, then the calls around it, outwards.
  using Stack = std::span<const llvm::Instruction *const>;

  /// Nothing if there is no way. The target itself is 0 away.
  std::optional<std::uint32_t> distance(Stack stack) const;
  bool mayReach(Stack stack) const { return distance(stack).has_value(); }
  /// From an instruction, whoever called its function, without a return from it.
  std::optional<std::uint32_t> distanceInside(const llvm::Instruction &at) const;

private:
  friend class Reachability;
  struct Shared;
  std::shared_ptr<const Shared> shared;
  std::vector<std::uint32_t> inside; ///< By LocationId.
  std::uint32_t calledBack = ~std::uint32_t{0};
};

class Reachability {
public:
  /// With `followsThreads`, creating a thread leads into it as a call does.
  static Reachability analyse(const program::Program &program, const PointsTo &pointers,
                              const Threads &threads, bool followsThreads = false);
  Reachability(Reachability &&) noexcept;
  Reachability &operator=(Reachability &&) noexcept;
  ~Reachability();

  using Targets = std::vector<const llvm::Instruction *>;
  /// Computed once for each target and kept. From any thread.
  const Distances &to(const llvm::Instruction &target);
  /// Where branches and calls are known: those of the functions on the way to the target. What is
  /// left when a function that was passed by returns is not looked at anew.
  Distances to(const Targets &targets, const Resolution &known = Resolution()) const;

private:
  struct State;
  explicit Reachability(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace heddle::analysis
