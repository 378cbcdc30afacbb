// What the threads of a program do that can conflict with another thread: reads and writes of
// memory, taking locks, waiting for conditions and signalling them (paper 002, figure 4.6).
//
// One node is a thread at an instruction. What a library does is told by the call in the user's own
// code that leads to it, and the call of that function is its context (section 4.1.1).
#pragma once

#include "analysis/accesses.h"
#include "analysis/lock_operations.h"
#include "analysis/threads.h"

#include <vector>

namespace heddle::analysis {

enum class NodeKind : std::uint8_t { Read, Write, Acquire, Wait, Signal };

struct AccessNode {
  NodeKind kind = NodeKind::Read;
  StaticThread thread = 0;
  const llvm::Instruction *at = nullptr;     ///< What does it.
  const llvm::Instruction *user = nullptr;   ///< In the user's code: that, or the call behind it.
  const llvm::Instruction *caller = nullptr; ///< Of the user's function; null if none is known.
  MemoryTouch touch;                  ///< Of memory, or where the lock or condition variable lies.
  const llvm::Value *mutex = nullptr; ///< Of a wait.
  bool isAtomic = false;              ///< An atomic access.
  bool isTimed = false;               ///< A wait that ends by itself.
  LockMode mode = LockMode::Exclusive;

  bool isMemory() const { return kind == NodeKind::Read || kind == NodeKind::Write; }
};

struct NodeOptions {
  bool contexts = true; ///< One node for each call of the function; otherwise one for all.
};

std::vector<AccessNode> findAccessNodes(const program::Program &program, const PointsTo &pointers,
                                        const Threads &threads, NodeOptions options);

} // namespace heddle::analysis
