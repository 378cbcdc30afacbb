// On what an instruction depends, in every execution of a program with all its threads.
//
// A dependence is direct; slices follow them back. There are three things about an instruction that
// something else may depend on: that it runs, that control leaves it again (a call comes back, by a
// return or an exception), and what it does: its value, what it writes, whether it blocks. They
// hang on
// - control: the branches that lead there, calls, and all before it that may not go on (stops.h);
// - values: operands, arguments and results, choices of phis;
// - memory: what may have written the bytes it reads (flow_order.h says what can come before), in
//   its own thread or another. Locks, conditions, semaphores and barriers are bytes that each
//   operation on them reads and writes;
// - threads: their creation, and for a join how the threads it waits for end.
//
// It over-approximates. It does not tell the calls of a function apart, nor a write that is always
// overwritten before anybody looks. It stays silent about what the VM does not run, about stack
// memory that is used after its function has returned, about addresses as numbers (which of two
// blocks lies lower), and about what points_to.h stays silent about.
#pragma once

#include "analysis/parallel.h"
#include "analysis/stops.h"

#include <functional>
#include <memory>

namespace heddle::analysis {

class Dependence {
public:
  static Dependence analyse(const program::Program &program, const PointsTo &pointers,
                            const Threads &threads, const Parallel &parallel,
                            StopOptions stops = {});
  Dependence(Dependence &&) noexcept;
  Dependence &operator=(Dependence &&) noexcept;
  ~Dependence();

  using Instructions = std::vector<const llvm::Instruction *>;
  /// What decides directly, in its own function, whether the instruction runs: branches, and what
  /// may not go on. Without its deciders what runs whenever the function is called.
  Instructions controls(const llvm::Instruction &at) const;
  /// Whether it runs whenever its function is called and comes back.
  bool runsAlways(const llvm::Instruction &at) const;
  /// What may have written what the instruction reads, or sees of synchronisation.
  Instructions writers(const llvm::Instruction &at) const;
  /// Whether `reader` may see what `writer` wrote.
  bool mayFlow(const llvm::Instruction &writer, const llvm::Instruction &reader) const;
  /// Objects in which it may do so.
  std::vector<ObjectId> sharedBytes(const llvm::Instruction &writer,
                                    const llvm::Instruction &reader) const;
  /// Operands, and through them arguments and results; one step.
  Instructions operands(const llvm::Instruction &at) const;
  /// Where all ways from the end of a block meet again; null if that is the end of the function.
  const llvm::BasicBlock *meetingPoint(const llvm::BasicBlock &block) const;

  /// All on which a set of instructions depends, itself included; bits are LocationIds.
  llvm::BitVector closure(const Instructions &from) const;

  struct Statistics {
    std::size_t nodes = 0;
    std::size_t touches = 0; ///< Bytes of objects that instructions may touch, one by one.
    double seconds = 0;
  };
  const Statistics &statistics() const;

private:
  struct State;
  explicit Dependence(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace heddle::analysis
