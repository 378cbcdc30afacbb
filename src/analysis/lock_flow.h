// Follows locks through all functions, for one way of rounding: what each does from its beginning
// to each of its places and to its ends, and what each thread brings along when it calls it.
//
// Functions that have nothing to do with locks are passed by.
#pragma once

#include "analysis/lock_state.h"
#include "analysis/threads.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <set>

namespace llvm {
class BasicBlock;
} // namespace llvm

namespace heddle::analysis {

/// A lock that a caller holds.
struct Brought {
  LockKeyId key = 0;
  int count = 0;
  SectionStart start; ///< In whichever function took it.
  bool operator==(const Brought &) const = default;
};

class LockFlow {
public:
  LockFlow(const program::Program &program, const PointsTo &pointers, const Threads &threads,
           Bound bound);

  /// What a thread holds when it is about to run the instruction. Without repetition, by key.
  std::vector<Brought> heldAt(StaticThread thread, const llvm::Instruction &at);
  /// Only what the function itself does; not reached if no execution comes there.
  const LockState &stateAt(const llvm::Instruction &at) const;
  /// Likewise, with a state of callers.
  std::vector<Brought> applied(const LockState &state, llvm::ArrayRef<Brought> before,
                               const llvm::Function &function);
  const std::vector<Brought> *broughtTo(StaticThread thread, const llvm::Function &function) const;
  /// Whether a call, or what it leads to, may release the lock, if only to wait.
  bool mayRelease(const llvm::Instruction &call, LockKeyId key);
  /// Whether the function, or what it calls, has to do with locks.
  bool isConcerned(const llvm::Function &function) const { return concerned.contains(&function); }
  std::optional<LockOperation> operationOf(const llvm::Function &function) const;
  /// The key of the lock that an operation is about.
  LockKeyId keyOf(const LockOperation &operation, const llvm::CallBase &call);
  /// The functions that a call may run, by way of the library too.
  llvm::SmallSetVector<const llvm::Function *, 4> callees(const llvm::CallBase &call) const;
  struct CallSite {
    const llvm::CallBase *call = nullptr;
    llvm::SmallVector<const llvm::Function *, 2> callees;
  };
  const std::vector<CallSite> &callsIn(const llvm::Function &function);
  /// The state after `done`, in the callee, against the beginning of the caller.
  LockState behindCall(const LockState &before, const LockState &done, const llvm::CallBase &call);
  LockKeys &lockKeys() { return keys; }
  std::span<const llvm::Function *const> order() const { return functions; }

private:
  struct Summary {
    LockState normal;
    LockState zero;    ///< With a result of zero,
    LockState nonzero; ///< and with another.
    LockState thrown;
    std::set<LockKeyId> released; ///< At some time.
    std::set<LockKeyId> broken;   ///< Likewise, if only to wait.
  };
  struct Passed; ///< What an instruction leads to.

  // lock_flow.cpp
  void findConcerned();
  bool handsOutLocks(const llvm::CallBase &call) const;
  void sortFunctions();
  void follow();
  bool followFunction(const llvm::Function &function);
  void leave(const llvm::BasicBlock &block, const Passed &after, Summary &summary);
  void goTo(const llvm::BasicBlock &from, const llvm::BasicBlock &to, LockState state);
  void enter(const llvm::BasicBlock &from, const llvm::BasicBlock &to, LockState &state) const;
  void record(const llvm::Function &function);
  void bring();
  void bringTo(StaticThread thread, const llvm::Function &function, std::vector<Brought> held);
  LockState startOf(const llvm::Function &function) const;

  // lock_transfer.cpp
  void pass(const llvm::Instruction &instruction, Passed &to, Summary &summary);
  void passCall(const llvm::CallBase &call, Passed &to, Summary &summary);
  void operate(const LockOperation &operation, const llvm::CallBase &call, Passed &to,
               Summary &summary);
  void release(const LockOperation &operation, LockKeyId key, const llvm::CallBase &call,
               LockState &state, Summary &summary);
  void runFunction(const llvm::Function &callee, const llvm::CallBase &call, Passed &to,
                   Summary &summary);
  void tellApart(const llvm::CallBase &call, LockState &state, const LockState &zero,
                 const LockState &nonzero) const;
  void jumpBack(LockState &state);

  const program::Program &program;
  const PointsTo &pointers;
  const Threads &threads;
  const Bound bound;
  LockKeys keys;
  bool mayCheckErrors = false; ///< There are mutexes that cannot be locked twice and say so.

  std::vector<const llvm::Function *>
      functions; ///< Those concerned, callees first as far as can be.
  llvm::DenseSet<const llvm::Function *> concerned;
  llvm::DenseMap<const llvm::Function *, LockOperation> operations;
  llvm::DenseMap<const llvm::Function *, llvm::SmallSetVector<const llvm::Function *, 8>> callers;
  std::vector<LockKeyId> taken; ///< All that are taken somewhere, vague.
  /// Calls of functions that nobody knows, which may release locks that they are handed.
  llvm::DenseSet<const llvm::CallBase *> givenAway;
  llvm::DenseMap<const llvm::Function *, Summary> summaries;
  llvm::DenseMap<const llvm::BasicBlock *, LockState> blocks;
  llvm::DenseMap<const llvm::BasicBlock *, LockState> passing; ///< By ways that decidedWay follows.
  llvm::SmallSetVector<const llvm::BasicBlock *, 16> work;
  bool knowsFacts = true;

  /// The state after the instruction, up to the next one that is mentioned.
  struct Point {
    const llvm::Instruction *after = nullptr; ///< Null for the beginning of the block.
    LockState state;
  };
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<Point>> points;
  LockState untouched = LockState::begin();
  LockState never;
  llvm::DenseMap<std::pair<StaticThread, const llvm::Function *>, std::vector<Brought>> entries;
  std::vector<std::pair<StaticThread, const llvm::Function *>> toBring;
  std::vector<const llvm::Function *> calledBack;
  std::map<const llvm::Function *, std::vector<CallSite>> calls;
};

} // namespace heddle::analysis
