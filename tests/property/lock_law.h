// Locks against executions: what must be held is held, what is taken while something is held is in
// the lock-order graph, and a deadlock by locks is among the candidates.
#pragma once

#include "analysis/lock_order.h"
#include "parallel_law.h"
#include "pointer_law.h"

#include <map>
#include <set>

namespace heddle::property {

class LockLaw {
public:
  LockLaw(const program::Program &program, const analysis::PointsTo &answer,
          const PointerLaw &pointers, const ParallelLaw &parallel)
      : program(program), pointers(pointers), parallel(parallel),
        locks(analysis::Locks::analyse(program, answer, parallel.knownThreads())),
        order(analysis::LockOrder::analyse(program, answer, parallel.knownThreads(),
                                           parallel.answer(), locks)) {}

  /// A run begins.
  void begin() { writing.clear(); }
  void saw(const vm::Machine &machine, const vm::Seen &seen);
  /// Looks at what all threads hold where they stand.
  void look(const vm::Machine &machine);

  const std::string &problem() const { return text; }
  std::uint64_t held = 0;
  std::uint64_t nested = 0;
  std::uint64_t deadlocks = 0;

private:
  using Kinds = std::vector<analysis::StaticThread>;
  const llvm::Instruction *innermost(const vm::Machine &machine, vm::ThreadId thread) const;
  std::vector<const llvm::Instruction *> operationsOf(const vm::Machine &machine,
                                                      vm::ThreadId thread) const;
  Kinds kindsOf(const vm::Machine &machine, vm::ThreadId thread) const;
  std::vector<analysis::Target> targetsAt(const vm::Machine &machine, vm::Address address) const;
  void checkHeld(const vm::Machine &machine, vm::ThreadId thread);
  void checkOwn(const vm::Machine &machine, const vm::Seen &seen, const llvm::Instruction &at,
                const Kinds &kinds);
  bool holds(const vm::Machine &machine, vm::ThreadId thread, const analysis::HeldLock &lock) const;
  void checkNested(const vm::Machine &machine, const vm::Seen &seen);
  void checkDeadlock(const vm::Machine &machine);
  void fail(const vm::Machine &machine, vm::ThreadId thread, const std::string &what);

  const program::Program &program;
  const PointerLaw &pointers;
  const ParallelLaw &parallel;
  analysis::Locks locks;
  analysis::LockOrder order;
  std::map<vm::Address, vm::ThreadId> writing; ///< Who last took a read-write lock for writing.
  std::string text;
};

} // namespace heddle::property
