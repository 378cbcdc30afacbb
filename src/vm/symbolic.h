// The symbolic part of a state: which bytes of memory are expressions, which conditions the path
// has met, and a model of them.
//
// A symbolic byte of memory counts as never written (object.h), so that plain code meets it on its
// slow way only; here stands what it holds instead. The model is no part of what a mark saves: one
// that satisfies a longer path satisfies the shorter one too.
#pragma once

#include "expr/builder.h"
#include "expr/evaluate.h"
#include "program/object_types.h"
#include "solver/solver.h"
#include "vm/address.h"
#include "vm/cells.h"
#include "vm/input.h"
#include "vm/thread.h"
#include "vm/undo.h"

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace heddle::vm {

/// What the states of one worker share.
struct SymbolicContext {
  expr::Builder builder;
  solver::Solver solver{builder, {}};
  /// The numbers of inputs, by (thread, nth input of the thread, part, width): the same input has
  /// the same number on every path.
  std::map<std::tuple<ThreadId, std::uint32_t, std::uint32_t, unsigned>, std::uint32_t> numbers;

  Cells cells; ///< What formulas about states range over.

  /// What lazy pointers may point to, by the name of the type.
  std::map<std::string, std::optional<program::ObjectFamily>> families;

  std::uint32_t numberOf(ThreadId thread, std::uint32_t nth, std::uint32_t part, unsigned width) {
    return numbers
        .try_emplace({thread, nth, part, width}, static_cast<std::uint32_t>(numbers.size()))
        .first->second;
  }
};

class Symbolic {
public:
  Symbolic(SymbolicContext &context, UndoLog &log) : context(context), log(log) {}
  void copyFrom(const Symbolic &from);

  expr::Builder &builder() { return context.builder; }
  /// Whether anything symbolic was ever met on this path.
  bool any() const { return !inputs.empty() || !lazies.empty(); }

  /// An expression where a plain number is kept: a register's shadow, the undo log.
  static std::uint64_t toBits(expr::Ref node) { return reinterpret_cast<std::uint64_t>(node); }
  static expr::Ref fromBits(std::uint64_t bits) {
    return reinterpret_cast<expr::Ref>(bits); // NOLINT(performance-no-int-to-ptr)
  }

  // --- bytes of memory
  expr::Ref byteAt(Address address) const {
    return bytes.empty() ? nullptr : bytes.lookup(address);
  }
  /// Null takes the byte out.
  void setByte(Address address, expr::Ref value, bool logging);
  void undoByte(Address address, expr::Ref before);
  bool hasBytes() const { return !bytes.empty(); }

  // --- the path
  std::uint64_t valueOf(expr::Ref node) { return evaluator.evaluate(node, model); }
  /// Whether the path lets this hold; `found` then satisfies both.
  solver::Answer canHold(expr::Ref condition, expr::Assignment &found);
  /// The path goes on where this holds, which `found` says it can.
  void add(expr::Ref condition, expr::Assignment found);
  void add(expr::Ref condition); ///< The model satisfies it already.
  /// The smallest value the path lets an expression have; nothing if the solver gives up.
  std::optional<std::uint64_t> smallest(expr::Ref node);
  const std::vector<expr::Ref> &path() const { return conditions; }

  // --- lazy pointers (lazy.cpp)
  struct Lazy {               ///< A pointer whose target is decided at its first use.
    std::uint32_t number = 0; ///< As an input.
    const program::ObjectFamily *family = nullptr;
  };
  struct Decided { ///< A lazy pointer that was.
    std::uint32_t number = 0;
    const program::ObjectType *type = nullptr; ///< Of the object; null if there is none.
  };
  struct LazyObject { ///< An object made for one.
    const program::ObjectType *type = nullptr;
    Address address = 0;
  };
  std::vector<Lazy> lazies;
  std::vector<Decided> resolved;
  std::vector<LazyObject> lazyObjects;
  const Lazy *findLazy(std::uint32_t number) const;
  bool isResolved(std::uint32_t number) const;

  // --- going back
  struct Position {
    std::size_t conditions = 0;
    std::size_t inputs = 0;
    std::size_t lazies = 0;
    std::size_t resolved = 0;
    std::size_t lazyObjects = 0;
  };
  Position position() const {
    return {conditions.size(), inputs.size(), lazies.size(), resolved.size(), lazyObjects.size()};
  }
  void shrink(const Position &position);

  // --- inputs
  struct Input {
    std::string name;
    InputType type = InputType::Bytes;
    std::vector<std::uint32_t> numbers; ///< One a byte, or one for all.
    unsigned bytes = 0;
    ThreadId thread = 0; ///< Whose input it is, and how many that thread had before.
    std::uint32_t nth = 0;
  };
  const std::vector<Input> &allInputs() const { return inputs; }
  /// A scalar input of the running thread, which has had `nth` before.
  expr::Ref makeScalar(ThreadId thread, std::uint32_t nth, const std::string &name, InputType type,
                       unsigned bytes);
  /// What stands for a value that the thread reads; it has lifted `nth` before.
  expr::Ref lift(ThreadId thread, std::uint32_t nth, unsigned width, std::uint64_t value);
  /// An input that was just made has this value.
  void give(expr::Ref input, std::uint64_t value) {
    model.set(static_cast<std::uint32_t>(input->value), value);
  }
  std::vector<expr::Ref> makeBytes(ThreadId thread, std::uint32_t nth, const std::string &name,
                                   unsigned bytes);
  /// One that has a plain value: only that it was asked for counts.
  void noteInput(const std::string &name, InputType type, unsigned size) {
    inputs.push_back({name, type, {}, size, 0, 0});
  }
  /// Values that take the path.
  std::vector<InputValue> anyInputs() const;
  /// Makes those as small as the solver can; whether that is as small as they get.
  bool makeInputsSmall();

  /// The constants in an expression: whatever address a pointer may be is made from one of them.
  std::vector<std::uint64_t> constantsOf(expr::Ref node) const;

  SymbolicContext &context;

private:
  UndoLog &log;
  llvm::DenseMap<Address, expr::Ref> bytes;
  std::vector<expr::Ref> conditions;
  std::vector<Input> inputs;
  expr::Assignment model;
  expr::Evaluator evaluator{context.builder};
};

} // namespace heddle::vm
