// Functions that the library calls at a time that is known: before main, when the process ends, and
// what pthread_once is handed. All others that it calls back may run at any moment.
#pragma once

#include "analysis/study.h"

#include <llvm/ADT/DenseSet.h>
#include <vector>

namespace heddle::diff {

class CalledBack {
public:
  explicit CalledBack(const analysis::Study &study);

  /// In the order in which they run.
  const std::vector<const llvm::Function *> &constructors() const { return before; }
  /// What atexit and destructors of global variables registered.
  const std::vector<const llvm::Function *> &exitHandlers() const { return behind; }
  /// Whether the end of the last thread ends the process: main may end as a thread.
  bool mayLastThreadExit() const { return hasLastThread; }
  /// Whether a call of it may end the process so that the handlers run.
  bool mayExit(const llvm::Function &function) const { return exiting.contains(&function); }
  /// Whether the library may call it, or what leads to it, when nobody knows.
  bool isAtAnyTime(const llvm::Function &function) const;

private:
  using Functions = llvm::DenseSet<const llvm::Function *>;
  void findConstructors();
  void addCall(const llvm::CallBase &call);
  void findExiting();
  Functions calledBy(const std::vector<const llvm::Function *> &roots) const;

  const analysis::Study &study;
  std::vector<const llvm::Function *> before, behind, once, wild;
  Functions known, unknown, exiting;
  bool hasLastThread = false;
};

/// The functions that a value may point to.
std::vector<const llvm::Function *> functionsAt(const llvm::Value &pointer,
                                                const analysis::PointsTo &pointers);

} // namespace heddle::diff
