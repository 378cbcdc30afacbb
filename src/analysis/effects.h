// What each instruction may read and write in memory, and in what stands for the hidden state of
// the library: sections, cancellation, values of threads, exceptions, jumps, the clock.
#pragma once

#include "analysis/points_to.h"
#include "analysis/threads.h"

#include <vector>

namespace heddle::analysis {

/// Bytes that an instruction may touch. Beyond the objects of the points-to analysis there are
/// those of `Hidden`.
struct Touch {
  Target where;
  std::uint64_t size = AbstractObject::anySize;
  bool reads = false;
  bool writes = false;
};

/// Whether two touches may have a byte in common.
bool overlap(const Touch &a, const Touch &b);

class Effects {
public:
  Effects(const PointsTo &pointers, const Threads &threads);

  /// Of an instruction.
  const std::vector<Touch> &of(const llvm::Instruction &at) const;
  /// How many objects there are with the hidden ones.
  std::size_t objectCount() const;

private:
  enum Hidden : std::uint8_t {
    Section,
    Cancelling,
    Specific,
    ThreadResult,
    Exception,
    Jumping,
    Clock,
    hiddenCount
  };
  ObjectId hidden(Hidden which) const;
  void find(const llvm::Instruction &at);
  void add(const llvm::Value &pointer, std::uint64_t size, bool reads, bool writes);
  void addObject(ObjectId object, bool reads, bool writes);
  void addHidden(Hidden which, bool reads, bool writes);
  void addDeep(const llvm::CallBase &call, bool writes, unsigned depth);
  void addCall(const llvm::CallBase &call);
  void addIntrinsic(const llvm::CallBase &call);
  void addLibrary(const llvm::CallBase &call, const llvm::Function &callee);
  void addActs(const llvm::CallBase &call, const llvm::Function &callee);
  void addEntered(const llvm::CallBase &call, const llvm::Function &callee);

  const PointsTo &pointers;
  llvm::DenseMap<const llvm::Function *, ObjectId> variadics;
  llvm::DenseMap<const llvm::Value *, ObjectId> copies;
  llvm::DenseMap<const llvm::Function *, bool> routines;
  ObjectId errnoObject = 0;
  bool readsErrno = false;
  std::vector<Touch> now; ///< Of the instruction that is looked at.
  llvm::DenseMap<const llvm::Instruction *, std::vector<Touch>> all;
  std::vector<Touch> none;
};

} // namespace heddle::analysis
