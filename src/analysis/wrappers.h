// Names for blocks of the heap: by their allocation, and where that stands in a function that only
// hands new memory on (xmalloc, allocator::allocate), by the calls of that function too.
//
// A function hands new memory on if all it returns is, value by value and not by way of memory,
// what an allocation or another such function gave it, or null. What one call of it returns is then
// no block that another call has made, so the blocks of its calls can be told apart.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace heddle::analysis {

/// An allocation and the calls around it, innermost first.
using AllocationChain = std::vector<const llvm::CallBase *>;

class Wrappers {
public:
  /// `isRoot` functions are also called by what is not in the module.
  Wrappers(const llvm::Module &module, const std::set<const llvm::Function *> &roots);

  /// All chains that are an object of their own.
  std::span<const AllocationChain> chains() const { return objects; }
  /// Whether the function hands new memory on.
  bool isWrapper(const llvm::Function &function) const { return wrappers.contains(&function); }
  /// The calls whose results it returns.
  std::span<const llvm::CallBase *const> sources(const llvm::Function &function) const;
  /// Of chains(), those that end in the function because more calls are not told apart.
  std::span<const std::size_t> cutIn(const llvm::Function &function) const;
  /// Likewise because the function is called through pointers.
  std::span<const std::size_t> openIn(const llvm::Function &function) const;
  /// The index of the chain for a stack of calls, innermost first; -1 if there is none.
  int chainOf(std::span<const llvm::Instruction *const> stack) const;

private:
  using Sources = llvm::SmallVector<const llvm::CallBase *, 2>;
  bool collect(const llvm::Value &value, Sources &found,
               llvm::SmallVectorImpl<const llvm::Value *> &seen);
  bool examine(const llvm::Function &function);
  bool comesBack(const llvm::CallBase &call);
  void expand(AllocationChain &chain);
  void finish(const AllocationChain &chain);
  bool isCalledFromElsewhere(const llvm::Function &function) const;

  const std::set<const llvm::Function *> &roots;
  llvm::DenseMap<const llvm::Function *, Sources> wrappers;
  llvm::DenseMap<const llvm::Function *, bool> examined;
  std::vector<AllocationChain> objects;
  std::map<AllocationChain, int> index;
  std::set<AllocationChain> extended;
  llvm::DenseMap<const llvm::Function *, std::vector<std::size_t>> cut;
  llvm::DenseMap<const llvm::Function *, std::vector<std::size_t>> open;
};

/// The function that a call names; null if it is called through a pointer.
const llvm::Function *directCallee(const llvm::CallBase &call);
/// Whether the call is one of a library function that gives new memory.
bool isAllocation(const llvm::CallBase &call);

} // namespace heddle::analysis
