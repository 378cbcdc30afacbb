// How often a thread has come by certain places when it is at an instruction: at least, and at
// most.
//
// The places are instructions that have been run, or edges of the control flow that have been
// taken. Calls are followed, not by whom they are made: a function begins with what all its calls
// bring.
#pragma once

#include "analysis/threads.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <optional>

namespace llvm {
class BasicBlock;
class Instruction;
} // namespace llvm

namespace heddle::analysis {

struct Places {
  using Edge = std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>;
  /// Counted when they are done; those of `sure` count in both ways, others at most.
  llvm::DenseMap<const llvm::Instruction *, bool> instructions;
  llvm::DenseSet<const llvm::CallBase *> begins; ///< Counted when they begin.
  llvm::DenseSet<Edge> edges;

  void add(const llvm::Instruction &instruction, bool isSure = true) {
    instructions[&instruction] = isSure;
  }
};

/// From `least` to `most` times; counting ends at Passages::cap.
struct Passed {
  unsigned least = 0;
  unsigned most = 0;
  bool operator==(const Passed &) const = default;
};

/// Who calls whom, for all passages of a program.
struct Ground {
  Ground(const PointsTo &pointers, const Threads &threads);

  const PointsTo &pointers;
  const Threads &threads;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::Function *>> callers;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::CallBase *>> calls;
};

class Passages {
public:
  static constexpr unsigned cap = 16;

  Passages(const Ground &ground, StaticThread thread, const Places &places);

  /// When the thread is about to run the instruction. Nothing if it is never there, or if it may be
  /// there at any moment.
  std::optional<Passed> before(const llvm::Instruction &at) const;
  /// Likewise, the most while it is at the instruction or in what that calls.
  std::optional<unsigned> mostDuring(const llvm::Instruction &at) const;
  /// In the whole life of a thread.
  unsigned mostEver() const { return whole; }

private:
  /// What becomes of the count from the begin of a function to some point in it.
  struct Span {
    unsigned least = cap;
    unsigned most = 0;
    bool isReached = false;
    bool unite(const Span &other);
    bool operator==(const Span &) const = default;
  };
  struct Summary {
    Span end;            ///< At its return.
    unsigned within = 0; ///< The most at any point, with what it calls.
    bool operator==(const Summary &) const = default;
  };

  bool isOfInterest(const llvm::Function &function) const {
    return interesting.contains(&function);
  }
  void findInteresting();
  Summary callOf(const llvm::CallBase &call) const;
  void begin(const llvm::CallBase &call, Span &span) const;
  void pass(const llvm::Instruction &instruction, Span &span) const;
  unsigned during(const llvm::Instruction &instruction, const Span &span) const;
  bool follow(const llvm::Function &function);
  void enterAll();
  Span spanUpTo(const llvm::Instruction &at) const;

  const Ground &ground;
  StaticThread thread;
  const Places &places;
  llvm::DenseSet<const llvm::Function *> interesting; ///< With places, also in what they call.
  llvm::DenseMap<const llvm::Function *, Summary> summaries;
  llvm::DenseMap<const llvm::BasicBlock *, Span> blocks;
  llvm::DenseMap<const llvm::Function *, Span> entries; ///< From the begin of the thread.
  unsigned whole = 0;
  bool isWild = false; ///< It may come by at any moment.
};

} // namespace heddle::analysis
