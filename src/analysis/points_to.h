// What pointers may point to and what calls may call, in every execution of a program.
//
// Andersen's analysis of the whole module with its models: inclusion constraints between values,
// sensitive to fields, with the call graph found on the way. It does not look at the order of
// statements or (but for allocation wrappers) at who calls a function.
//
// It over-approximates what values carry: pointers live in values of any type, also in integers,
// parts of pointers and what is computed from them, and go through memory byte by byte. It stays
// silent about
// - what a program finds out by branching (a pointer put together bit by bit behind tests, an
//   input that is compared with an address),
// - a pointer some bytes of which are overwritten, by a variable index or in bulk, with bytes that
//   come from no pointer,
// - an address that a getelementptr leads from one object into another: to LLVM, and in the VM
//   where the access is part of it, that is an error,
// - what comes after an error, or after something that the VM does not run.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class GlobalValue;
class Instruction;
class Value;
} // namespace llvm
namespace heddle::program {
class Program;
}

namespace heddle::analysis {

using ObjectId = std::uint32_t;

enum class ObjectKind : std::uint8_t {
  Global,
  ThreadLocal, ///< A copy for each thread.
  Function,
  Stack,     ///< By its alloca.
  Heap,      ///< By its allocation, and the calls of wrappers around that.
  Copy,      ///< A parameter that is passed by value in memory; `value` is the parameter.
  Variadic,  ///< Where a function finds its arguments behind the `...`; `value` is the function.
  Arguments, ///< argv, its strings and the environment.
  Errno,     ///< Of all threads.
  Lazy,      ///< All that heddle_lazy makes.
  Leaving,   ///< What landing pads see when a thread ends in the midst of its calls.
  Unknown,   ///< All that unknown functions have.
};

struct AbstractObject {
  static constexpr std::uint64_t anySize = ~std::uint64_t{0};

  ObjectKind kind = ObjectKind::Unknown;
  const llvm::Value *value = nullptr; ///< What made it, if something of the program did.
  /// Of a block that a wrapper gives: the calls through which it was asked for, innermost first.
  std::vector<const llvm::Instruction *> calls;
  std::uint64_t size = anySize;
  bool isSingle = false;   ///< At most one such object ever exists in an execution.
  bool isVague = false;    ///< Its places are not told apart.
  bool isConstant = false; ///< Never written.
  bool hasMemory() const { return kind != ObjectKind::Function; }
};

/// Where a pointer may point: `stride` 0 to that offset (any offset behind the object is as good as
/// another), otherwise to all that are a multiple of it
/// away; 1 is anywhere in the object.
struct Target {
  ObjectId object = 0;
  std::int64_t offset = 0;
  std::uint64_t stride = 0;
  bool covers(std::int64_t at) const {
    return stride ? (at - offset) % static_cast<std::int64_t>(stride) == 0 : at == offset;
  }
  bool operator==(const Target &) const = default;
};

class PointsTo {
public:
  static PointsTo analyse(const program::Program &program);
  PointsTo(PointsTo &&) noexcept;
  PointsTo &operator=(PointsTo &&) noexcept;
  ~PointsTo();

  std::size_t objectCount() const;
  const AbstractObject &object(ObjectId id) const;

  /// By object, then offset. A value that nobody can use as, or turn into, a pointer has no answer.
  std::vector<Target> pointsTo(const llvm::Value &value) const;
  /// Whether there is an answer for the value.
  bool isTracked(const llvm::Value &value) const;
  /// Whether the value may be a pointer to this byte of the object.
  bool mayPointTo(const llvm::Value &value, ObjectId object, std::int64_t offset) const;
  /// Without repetition, rising.
  std::vector<ObjectId> objectsOf(const llvm::Value &pointer) const;

  struct Access {
    const llvm::Value *pointer = nullptr;
    std::uint64_t size = 0;
  };
  /// Whether two accesses may touch a common byte.
  bool mayAlias(const Access &a, const Access &b) const;

  /// The functions a call may run; for library functions that call back see `reachable`.
  std::vector<const llvm::Function *> callees(const llvm::CallBase &call) const;
  /// What can run at all: from the entry, constructors, threads, handlers and callbacks. In the
  /// order they were found.
  std::span<const llvm::Function *const> reachable() const;
  bool isReachable(const llvm::Function &function) const;
  /// Functions that run as threads.
  std::span<const llvm::Function *const> threadRoutines() const;
  /// What may run that has neither a body nor a known behaviour: all it is handed escapes.
  std::span<const llvm::Function *const> unknownFunctions() const;

  /// The pointers an object may hold, wherever in it.
  std::vector<Target> contents(ObjectId object) const;

  ObjectId objectOf(const llvm::GlobalValue &global) const;
  /// The objects that may stand for one that is made now, when the calls of a thread stand at these
  /// instructions, innermost first (an alloca, an allocation, or a call that copies arguments).
  std::vector<ObjectId> madeAt(std::span<const llvm::Instruction *const> stack) const;

  struct Statistics {
    std::size_t values = 0;      ///< IR values that were given a node.
    std::size_t nodes = 0;       ///< All nodes, those of memory too.
    std::size_t merged = 0;      ///< Of them, those that stand in cycles with others.
    std::size_t constraints = 0; ///< Before solving.
    std::size_t flows = 0;       ///< Edges in the end.
    std::size_t objects = 0;
    std::size_t places = 0;
    std::size_t rounds = 0;
    double averageSet = 0;     ///< Places that the pointer operand of a load or store may be.
    double averageObjects = 0; ///< Likewise, objects.
    std::size_t largestSet = 0;
    std::size_t setBytes = 0;
    double seconds = 0;
  };
  const Statistics &statistics() const;

private:
  struct State;
  explicit PointsTo(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace heddle::analysis
