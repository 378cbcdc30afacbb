// Copies functions for their calls, top down, the most telling first. Internal to callers_apart.h.
#pragma once

#include "analysis/callers_apart.h"

#include <cstdint>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <queue>
#include <tuple>

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace heddle::analysis {

class Copier {
public:
  /// `program` is only asked which functions are a library's; the module is that of `program`.
  Copier(llvm::Module &module, const program::Program &program, const CopyLimits &limits);

  /// Whether the function may be copied for its callers.
  bool isCopied(const llvm::Function &function) const { return suitable.contains(&function); }
  bool isLibrary(const llvm::Function &function) const { return library.contains(&function); }
  /// A call that is to have a callee of its own, now or when more telling ones have theirs.
  void add(llvm::CallBase &call);
  void addAll(llvm::Function &function);
  /// Copies as long as there is something to copy and the limit allows it.
  void run();
  /// Takes away what nobody calls any more. The last to be called.
  void clean();

private:
  /// What a function leads to: the smaller, the sooner it is copied.
  enum class Interest : std::uint8_t { Threads, Locks, Memory, Other };
  struct Item {
    Interest interest;
    unsigned depth;
    std::uint64_t number; ///< In the order they came.
    llvm::CallBase *call;
    bool operator<(const Item &other) const { // The queue begins with the largest.
      return std::tie(other.interest, other.depth, other.number) <
             std::tie(interest, depth, number);
    }
  };
  struct Origin {
    const llvm::Function *function = nullptr; ///< What it is a copy of, or itself.
    llvm::Function *caller = nullptr;
    unsigned depth = 0;
  };

  Interest interestOf(const llvm::Function &function);
  void serve(llvm::CallBase &call);
  void serveRoutine(llvm::CallBase &creation);
  llvm::Function *inChain(llvm::Function &caller, const llvm::Function &callee) const;
  const llvm::Function &originalOf(const llvm::Function &function) const;
  llvm::Function *own(llvm::Function &callee, llvm::Function &caller);
  llvm::Function &copy(llvm::Function &function);

  llvm::Module &module;
  CopyLimits limits;
  llvm::DenseSet<const llvm::Function *> library;
  llvm::DenseSet<const llvm::Function *> suitable;
  llvm::DenseMap<const llvm::Function *, Interest> interests;
  llvm::DenseMap<const llvm::Function *, unsigned> sizes;
  llvm::DenseMap<const llvm::Function *, Origin> origins;
  llvm::SetVector<llvm::Function *> copied; ///< The originals.
  std::priority_queue<Item> waiting;
  std::uint64_t items = 0;
  std::uint64_t copies = 0;
  std::size_t instructions = 0;
};

} // namespace heddle::analysis
