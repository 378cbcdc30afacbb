// The door of the program model: what the rest of the tool reads instead of raw IR.
#pragma once

#include "frontend/frontend.h"
#include "program/op_kind.h"
#include "support/outcome.h"
#include "support/source_text.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class Value;
} // namespace llvm

namespace heddle::program {

/// A dense number for an instruction of the module, in the order of the module.
using LocationId = std::uint32_t;
inline constexpr LocationId noLocation = ~LocationId{0};
using FunctionId = std::uint32_t;

/// A place in a source file. `line` 0 means that nothing is known; then `instruction` says which
/// instruction of the function it is, from 1.
struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function; ///< For people: demangled.
  unsigned instruction = 0;
};

/// An instruction. (linkage name of the function, ordinal) is its lasting name: `ordinal` counts
/// the memory and synchronisation instructions and the calls of the function in the normalised
/// module, and depends neither on debug info nor on other functions.
struct Location {
  const llvm::Instruction *instruction = nullptr;
  FunctionId function = 0;
  std::uint32_t ordinal = ~0u; ///< ~0u for an instruction that is not numbered.
  OpKind kind = OpKind::None;
  std::uint32_t file = 0; ///< Index into Program::files(); 0 is "no file".
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct Function {
  const llvm::Function *function = nullptr;
  std::string name;      ///< Linkage name.
  std::string shownName; ///< Demangled and shortened.
  LocationId first = 0;  ///< Its locations are [first, last).
  LocationId last = 0;
  bool isModel = false;  ///< From the models, or a library header: not the user's own.
  bool isAtomic = false; ///< Runs as one atomic section (`__VERIFIER_atomic_*`).
};

/// A function that runs as a thread, and where such threads are made.
struct ThreadEntry {
  const llvm::Function *function = nullptr; ///< Null if it is not known statically.
  std::string shownName;
  std::vector<LocationId> creations; ///< Empty for the main thread.
  bool inLoop = false;               ///< Some creation stands in a loop.
};

/// A memory access or synchronisation operation in user code with the name of what it touches. An
/// access is listed if it may touch shared memory: globals, the heap, locals whose address escapes.
/// A call of a C++ library function such as `std::mutex::lock` is listed with what it amounts to;
/// the kind of its location is still Call.
struct Access {
  LocationId location = noLocation;
  OpKind kind = OpKind::None;
  std::string variable; ///< "counter", "acc->balance", "buf[…]"; empty if nothing is known.
  bool global = false;  ///< Certainly a global variable.
};

struct Model; ///< What a Program holds; internal to this room.

class Program {
public:
  static support::Outcome<Program> build(frontend::Unit unit);
  Program(Program &&) noexcept;
  Program &operator=(Program &&) noexcept;
  ~Program();

  frontend::Unit &unit();
  const frontend::Unit &unit() const;
  const llvm::Function &entry() const;

  std::span<const Function> functions() const;
  std::optional<FunctionId> functionOf(const llvm::Function &function) const;
  std::optional<FunctionId> functionNamed(std::string_view linkageName) const;

  std::span<const Location> locations() const;
  const Location &location(LocationId id) const { return locations()[id]; }
  LocationId locationOf(const llvm::Instruction &instruction) const; ///< noLocation if unknown.
  /// The location with this lasting name; nothing if the program has none.
  std::optional<LocationId> find(std::string_view function, std::uint32_t ordinal) const;

  std::span<const std::string> files() const;
  /// The file is empty for code without debug info; `function` is always set.
  Place place(LocationId id) const;
  /// Where the code of this location was inlined into, outermost last; usually empty. Library code
  /// inlined into user code has the user's place in the first place, as in `place`.
  std::vector<Place> inlinedAt(LocationId id) const;
  std::string_view sourceLine(LocationId id) const; ///< Empty if the source is not at hand.
  const support::SourceText &sources() const;

  std::span<const ThreadEntry> threads() const;
  std::span<const Access> accesses() const;
  /// The user's globals that can change and are not thread-local, in the order of the module.
  std::span<const llvm::GlobalVariable *const> sharedGlobals() const;
  Place placeOf(const llvm::GlobalVariable &global) const;

  /// A name for people for what an address operand denotes: "counter", "node->next", "a[i]".
  std::string nameOf(const llvm::Value &address) const;

private:
  explicit Program(std::unique_ptr<Model> model);
  std::unique_ptr<Model> model;
};

/// What a call to the function means; None if it is not a known library function.
/// Covers pthreads, C11 threads, SV-COMP, KLEE and heddle.h conventions and libc's allocation.
OpKind kindOfFunction(std::string_view linkageName);

/// A call that only tells that a thread came by, put before operations for a native replay. It is
/// not numbered: with it the lasting names of locations are the same.
inline constexpr std::string_view markFunction = "__heddle_at";

/// Whether the name belongs to a convention (`reach_error`, `klee_*`): a call means what the
/// convention says even if the program brings a body.
bool isConvention(std::string_view linkageName);

/// The program's module once more, in a context of its own, for those who change it.
support::Outcome<frontend::Unit> copyOf(const Program &program);

/// A copy of a function that stands for it at one call has its name with this and a number behind.
inline constexpr std::string_view copyMark = ".for.";
/// The name without that.
std::string_view originalName(std::string_view linkageName);

/// A name for people: demangled, without parameters, default template arguments and inline
/// namespaces: "std::vector<int>::push_back", "main::lambda#1".
std::string shownName(std::string_view linkageName);

} // namespace heddle::program
