// The program as the VM sees it: addresses of globals and functions, their first contents, and the
// decoded code. One image serves all workers of a search; nothing in it changes but that functions
// are decoded when they are first called, and threads numbered when they are first met.
#pragma once

#include "program/program.h"
#include "vm/code.h"
#include "vm/names.h"
#include "vm/options.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace llvm {
class BasicBlock;
class Constant;
class DataLayout;
class GlobalVariable;
class Type;
class Value;
} // namespace llvm

namespace heddle::vm {

class Image {
public:
  struct Global {
    const llvm::GlobalVariable *variable = nullptr;
    ObjectId id = 0;
    std::uint64_t size = 0;
    std::uint64_t alignment = 1;
    bool constant = false;
    bool isDefined = true; ///< False for an external variable that nobody defines.
    std::vector<std::uint8_t> bytes;
  };
  struct Local { ///< A thread-local variable: each thread makes its own copy.
    const llvm::GlobalVariable *variable = nullptr;
    std::uint64_t size = 0;
    std::uint64_t alignment = 1;
    std::vector<std::uint8_t> bytes;
  };

  Image(const program::Program &program, const CodeOptions &options);
  ~Image();

  const program::Program &program() const { return source; }
  const llvm::DataLayout &layout() const;
  const std::vector<Global> &globals() const { return globalList; }
  const std::vector<Local> &locals() const { return localList; }
  unsigned firstFreeBlock() const { return freeBlock; }
  ThreadNumbers &threadNumbers() { return threads; }
  bool checksOverflow() const { return options.checkOverflow; }
  std::uint64_t unrollBound() const { return options.unroll; }
  /// Some code takes several locks by std::lock, which is one operation here.
  void takeLocksAtOnce() { locksAtOnce.store(true, std::memory_order_relaxed); }
  bool takesLocksAtOnce() const { return locksAtOnce.load(std::memory_order_relaxed); }
  /// Whether any thread may ever be cancelled.
  bool cancels() const { return mayCancel; }
  /// Whether an atomic section may come to an assumption, as far as the functions tell that it
  /// names.
  bool assumesInSections() const { return mayAssumeInSections; }

  CodeFunction &function(const llvm::Function &function);
  CodeFunction *functionAt(Address address);
  CodeFunction *functionNamed(std::string_view name);
  CodeFunction &entry();
  const std::vector<CodeFunction *> &constructors() const { return constructorList; }
  const std::vector<CodeFunction *> &destructors() const { return destructorList; }
  const Global *globalAt(Address address) const;
  Address addressOfGlobal(std::string_view name) const; ///< 0 if there is none.

  void ensureDecoded(CodeFunction &function) {
    if (!function.isDecoded.load(std::memory_order_acquire))
      decodeLocked(function);
  }

  void ensureGuarded(const CodeFunction &function) {
    if (!function.hasGuarded.load(std::memory_order_acquire))
      guardLocked(function);
  }

  /// The registers a constant fills.
  std::vector<std::uint64_t> constantRegisters(const llvm::Constant &constant);
  /// Index among locals(), or -1.
  int localIndex(const llvm::Value &value) const;
  Address blockAddress(const llvm::BasicBlock &block) const;
  const llvm::BasicBlock *blockAt(Address address) const;

private:
  void layOut();
  void collectStructors();
  void writeConstant(const llvm::Constant &constant, std::uint8_t *out);
  std::uint64_t scalar(const llvm::Constant &constant);
  void decodeLocked(CodeFunction &function);
  void guardLocked(const CodeFunction &function);

  const program::Program &source;
  CodeOptions options;
  bool mayCancel = false;
  bool mayAssumeInSections = false;
  std::atomic<bool> locksAtOnce = false;
  ThreadNumbers threads;
  unsigned freeBlock = 1;
  ObjectId nextId = idsPerBlock;
  std::vector<Global> globalList;
  std::vector<Local> localList;
  std::deque<CodeFunction> functionList;
  std::unordered_map<const llvm::Value *, Address> addresses;
  std::unordered_map<const llvm::Function *, CodeFunction *> byFunction;
  std::unordered_map<Address, CodeFunction *> byAddress;
  std::unordered_map<const llvm::Value *, int> localIndices;
  std::unordered_map<ObjectId, std::size_t> globalIndices;
  std::vector<const llvm::BasicBlock *> takenBlocks;
  std::vector<CodeFunction *> constructorList;
  std::vector<CodeFunction *> destructorList;
  std::mutex decoding;
};

/// How the registers of a value of this type lie in memory.
Layout layoutOf(const llvm::DataLayout &layout, llvm::Type &type);
/// How many registers a value of this type takes.
std::uint32_t registersOf(const llvm::DataLayout &layout, llvm::Type &type);

/// Decodes a function into `code`. Anything that cannot be run becomes an instruction that says so
/// when it is reached.
void decode(Image &image, CodeFunction &function);

/// Fills `guarded` (guard.cpp).
void makeGuardedCode(CodeFunction &function);

struct LibraryFunction;
/// The VM's own library functions by name; null if it has none of that name.
const LibraryFunction *findBuiltin(std::string_view name);

} // namespace heddle::vm
