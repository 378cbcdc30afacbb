// On which branches it hangs whether control comes to an instruction of a function, and which
// reads decide these; and what a thread has waited for when it comes there: inside of guards.cpp.
//
// What ends the process (a failed assertion, abort) decides nothing here: an assertion that is
// added does not change what the program does. A loop that waits decides about all that comes
// behind it.
#pragma once

#include "analysis/points_to.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <memory>
#include <vector>

namespace llvm {
class BasicBlock;
} // namespace llvm

namespace heddle::diff {

class Branches {
public:
  explicit Branches(const analysis::PointsTo &pointers) : pointers(pointers) {}

  using Reads = llvm::SmallVector<const llvm::Instruction *, 4>;
  /// The loads, exchanges and updates whose values decide, in its own function, whether control
  /// comes to the block.
  const Reads &decidersOf(const llvm::BasicBlock &block);
  /// Those that decide when a wait is over which a thread has behind it whenever it comes to the
  /// instruction, in its own function or in what that calls before.
  Reads waitedFor(const llvm::Instruction &at);

private:
  struct Shape {
    std::vector<const llvm::BasicBlock *> blocks;
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> number;
    std::vector<llvm::BitVector> reached; ///< From its end.
    std::vector<llvm::BitVector> behind;  ///< That come behind it in any case; itself too.
    std::vector<llvm::BitVector> before;  ///< That come before it in any case; itself too.
    llvm::BitVector goesOn;               ///< From which the function may return.
  };
  const Shape &shapeOf(const llvm::Function &function);
  static void findBehind(Shape &shape);
  static void findBefore(Shape &shape);
  /// Of waits that are over when the function returns.
  const Reads &waitsIn(const llvm::Function &function);
  void addWaits(const llvm::Instruction &call, Reads &reads);
  bool decides(const Shape &shape, unsigned branch, unsigned about) const;
  bool waits(const Shape &shape, unsigned branch, unsigned about) const;
  void readsOf(const llvm::Value &value, llvm::DenseSet<const llvm::Value *> &seen, unsigned depth,
               Reads &reads);

  const analysis::PointsTo &pointers;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Shape>> shapes;
  llvm::DenseMap<const llvm::BasicBlock *, std::unique_ptr<Reads>> known;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Reads>> waiting;
};

} // namespace heddle::diff
