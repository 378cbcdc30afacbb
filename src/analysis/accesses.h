// Which memory an instruction touches, as the VM runs it: loads, stores and atomics, bulk copies,
// arguments that are copied at a call, and what library functions without a body do themselves.
//
// Giving memory back is a write of the whole object, and a synchronisation call a write of the byte
// that its object begins with, as for the explorers (vm/effects.h).
#pragma once

#include "analysis/points_to.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

namespace heddle::analysis {

struct MemoryTouch {
  enum class Extent : std::uint8_t {
    Bytes,  ///< `size` of them, from where the pointer points.
    Object, ///< All of what it points into.
    Onward, ///< That, and all that pointers in it lead to.
  };
  static constexpr std::uint64_t anySize = AbstractObject::anySize;

  const llvm::Value *pointer = nullptr;
  std::uint64_t size = 0;
  Extent extent = Extent::Bytes;
  bool writes = false;
};

struct TouchList {
  llvm::SmallVector<MemoryTouch, 2> touches;
  /// The VM does nothing else there that another thread could meet, such as taking a lock.
  bool isPlain = true;
};

TouchList touchesOf(const llvm::Instruction &instruction, const PointsTo &pointers);

/// The library functions without a body that some call may run.
llvm::DenseSet<const llvm::Function *> libraryFunctions(const PointsTo &pointers);

} // namespace heddle::analysis
