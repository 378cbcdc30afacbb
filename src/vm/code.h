// Decoded code: each function once, as a flat array of small instructions that name registers.
//
// A register is 64 bits in the frame. Values wider than that, vectors and aggregates take several
// registers in a row. Integers are kept zero-extended, floats as their bits. The frame of a call is
// [arguments][values][constants]; the constants are copied in at the call, so that an operand is
// always a register and only the common immediate forms need an instruction of their own.
#pragma once

#include "program/op_kind.h"
#include "program/program.h"
#include "vm/address.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace heddle::vm {

class Executor;
class Image;
struct Inst;

#define HEDDLE_HANDLER __attribute__((preserve_none))
using Handler = HEDDLE_HANDLER void (*)(const Inst *pc, std::uint64_t *r, Executor *x);

struct Inst {
  Handler run;
  std::uint32_t dst = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint64_t imm = 0;
};

/// What an immediate points to.
template <class T> const T &pointee(const Inst &inst) {
  return *reinterpret_cast<const T *>(inst.imm); // NOLINT(performance-no-int-to-ptr)
}

/// How a value that takes several registers, or an odd width, lies in memory.
struct Piece {
  std::uint32_t offset; ///< In bytes.
  std::uint32_t bytes;
  std::uint64_t mask; ///< Of the register after a load.
};
struct Layout {
  std::vector<Piece> pieces; ///< One a register.
  std::uint32_t bytes = 0;
};

struct CodeFunction;
struct CallSite;
struct LandingPad;
class Call;

/// What a library function that the VM knows itself does when it is reached.
enum class Reached : std::uint8_t {
  Done,    ///< The call is over; its result is set.
  Stopped, ///< The thread stands before it (or in it), or it failed.
  Entered, ///< Frames were changed; go on where the thread now is.
};
using Builtin = Reached (*)(Call &call);

/// What a library function of the VM does with symbolic arguments.
enum class Symbols : std::uint8_t {
  Settled, ///< It gets plain values, all that are possible one after the other.
  Sampled, ///< It prints those behind its parameters, and in memory: any possible value will do if
           ///< nobody looks at the length of what it prints.
  Shown,   ///< It prints those in memory, however many there are: any possible value will do.
  Known,   ///< It deals with them itself.
};

struct CallSite {
  CodeFunction *callee = nullptr;       ///< Null for an indirect call.
  std::uint32_t target = 0;             ///< Register of the address of an indirect call.
  std::vector<std::uint32_t> arguments; ///< Registers; several for a wide argument.
  struct Variable {
    std::uint32_t reg;
    std::uint32_t registers;
    std::uint32_t bytes; ///< In the area of variable arguments.
    std::uint32_t alignment;
    bool byValue = false; ///< `reg` is a pointer to the bytes.
  };
  std::vector<Variable> variables; ///< The arguments behind the `...`.
  struct ByValue {
    std::uint32_t index; ///< Which of `arguments`.
    std::uint64_t bytes;
    std::uint64_t alignment;
  };
  std::vector<ByValue> byValues; ///< Arguments that are copied at the call.
  bool plain = false;            ///< Neither copied nor variable arguments, and a known callee.
  std::uint32_t dst = 0;
  std::uint32_t resultRegisters = 0;
  std::uint64_t resultMask = ~std::uint64_t{0};
  bool resultUsed = true;
  const LandingPad *pad = nullptr; ///< Where exceptions that leave the call go (unwind.h).
  program::LocationId location = program::noLocation;
};

struct CodeFunction {
  const llvm::Function *function = nullptr;
  std::string name;
  std::string shownName;
  Address address = 0;
  bool isModel = false;
  bool isLibrary = false; ///< A model, or from a header that is not the user's.
  bool isDefined = false;
  bool isVariadic = false;
  Builtin builtin = nullptr; ///< For a function without a body that the VM knows.
  Symbols symbols = Symbols::Settled;
  program::OpKind kind = program::OpKind::None;

  std::atomic<bool> isDecoded = false;
  std::uint32_t parameters = 0; ///< Registers.
  std::uint32_t frameSize = 0;  ///< Registers.
  std::uint32_t constantsAt = 0;
  std::vector<std::uint64_t> constants;
  /// What the registers behind the parameters hold at the start, filled up to whole steps.
  std::vector<std::uint64_t> initial;
  static constexpr std::size_t initialStep = 4;
  std::uint32_t room = 0; ///< Registers that the parameters and `initial` take.
  std::vector<Inst> code;
  std::vector<program::LocationId> locations; ///< For each instruction of `code`.
  std::vector<std::unique_ptr<CallSite>> calls;
  std::vector<std::unique_ptr<Layout>> layouts;
  struct Switch {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> cases; ///< Sorted by value; target index.
    std::uint64_t low = 0;
    std::vector<std::uint32_t> table; ///< For dense ones: target by value - low.
    std::uint32_t otherwise = 0;
  };
  std::vector<std::unique_ptr<Switch>> switches;
  std::vector<std::unique_ptr<std::string>> messages; ///< Of instructions that cannot be run.
  std::vector<std::shared_ptr<void>> extras;          ///< Other things that immediates point to.
  std::vector<std::pair<const void *, std::uint32_t>>
      blockStarts; ///< BasicBlock -> index, for indirectbr.

  std::atomic<bool> hasGuarded = false;
  std::vector<Inst> guarded; ///< Made when first needed (guard.h): two for each of `code`.

  /// The position of an instruction, plain or guarded, in the plain code; and back.
  std::size_t indexOf(const Inst *pc) const {
    if (hasGuarded.load(std::memory_order_relaxed) && pc >= guarded.data() &&
        pc < guarded.data() + guarded.size())
      return static_cast<std::size_t>(pc - guarded.data()) / 2;
    return static_cast<std::size_t>(pc - code.data());
  }
  const Inst *at(std::size_t index, bool isGuarded) const {
    return isGuarded ? guarded.data() + 2 * index : code.data() + index;
  }
  program::LocationId locationAt(const Inst *pc) const { return locations[indexOf(pc)]; }
};

} // namespace heddle::vm
