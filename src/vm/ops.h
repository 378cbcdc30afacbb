// The handlers of instructions, by what they do. One file each: ops_integer.cpp, ops_float.cpp,
// ops_memory.cpp, ops_atomic.cpp, ops_control.cpp, ops_wide.cpp.
#pragma once

#include "vm/code.h"

namespace heddle::vm {

/// How a load or store finds its address.
enum class Addressing : std::uint8_t {
  Plain,     ///< r[a] + imm
  Indexed,   ///< r[a] + r[b] * c + imm
  Indexed32, ///< r[a] + sign-extended 32 bits of r[b] * c + imm
};

// dst = r[a] op r[b], or op imm. `opcode` and `predicate` are LLVM's numbers. Odd widths (not 8,
// 16, 32, 64) have no immediate form and take the width in `c`.
Handler binaryHandler(unsigned opcode, unsigned width, bool immediate);
/// With a check for signed overflow (add, sub, mul with nsw); the width is in `c`.
Handler checkedBinaryHandler(unsigned opcode);
Handler compareHandler(unsigned predicate, unsigned width, bool immediate);
/// Compares r[a] with r[b] and jumps: `imm` holds two distances, `c` the cost of the block.
Handler compareBranchHandler(unsigned predicate, unsigned width);
bool isPlainWidth(unsigned width);

Handler truncateHandler();                     ///< dst = r[a] & imm
Handler signExtendHandler(unsigned fromWidth); ///< to 64 bits, then & imm; odd widths in `c`.
Handler selectHandler();                       ///< dst = r[a] & 1 ? r[b] : r[c]
Handler moveHandler();                         ///< dst = r[a]
Handler constantHandler();                     ///< dst = imm
/// An integer intrinsic (ctpop, abs, fshl, ...) on width `c`; null if it is not one of these.
Handler integerIntrinsicHandler(unsigned intrinsic);
/// add/sub/mul with overflow: value in dst, flag in dst + 1; width in `c`.
Handler overflowIntrinsicHandler(unsigned intrinsic);

Handler floatBinaryHandler(unsigned opcode, bool isDouble);
Handler floatCompareHandler(unsigned predicate, bool isDouble);
Handler floatNegateHandler(bool isDouble);
/// fptosi, sitofp, fpext, ... between float, double and integers of up to 64 bits: `c` is the
/// integer's width, 64 for none.
Handler floatCastHandler(unsigned opcode, bool fromDouble, bool toDouble);
/// A float intrinsic of one to three operands (sqrt, fma, ...); null if it is not one of these.
Handler floatIntrinsicHandler(unsigned intrinsic, bool isDouble);
/// One that mixes floats with integers (frexp, ldexp, powi, lrint, ...): r[a], r[b] to dst, and
/// dst + 1 for the exponent of frexp. Null if it is not one of these.
Handler floatMixedHandler(unsigned intrinsic, bool isDouble);

Handler loadHandler(unsigned bytes, Addressing addressing);
Handler storeHandler(unsigned bytes, Addressing addressing);
Handler addressHandler(Addressing addressing); ///< dst = the address
Handler loadPiecesHandler();                   ///< imm: Layout; from r[a] to dst...
Handler storePiecesHandler();                  ///< imm: Layout; from dst... to r[a]
Handler
allocateHandler(); ///< dst = stack object; r[a] * imm bytes, alignment c; b: 1 if r[a] counts
Handler copyHandler(bool overlapping); ///< memcpy, memmove: r[dst] <- r[a], r[b] bytes
Handler fillHandler();                 ///< memset: r[dst] <- r[a], r[b] bytes
Handler scopeHandler(bool begins);     ///< lifetime markers of the object at r[a]
Handler stackSaveHandler();
Handler stackRestoreHandler();
Handler threadLocalHandler();      ///< dst = address of the thread's copy of local imm
Handler pointerToIntegerHandler(); ///< dst = r[a]; what it points to is shared from now on

// Atomics: `c` is the number of bytes, `imm` an Ordering and, for an update, LLVM's BinOp.
Handler atomicLoadHandler();
Handler atomicStoreHandler();
Handler atomicUpdateHandler();
/// r[a] address, r[b] expected, r[dst + 2] new value: old value in dst, success in dst + 1.
Handler compareExchangeHandler();
Handler fenceHandler();
std::uint64_t packOrdering(bool acquire, bool release, unsigned operation);

Handler jumpHandler();         ///< imm: distance, c: cost
Handler branchHandler();       ///< r[a], imm: two distances, c: cost
Handler switchHandler();       ///< r[a], imm: Switch, c: cost
Handler indirectJumpHandler(); ///< r[a], imm: CodeFunction, c: cost
Handler callHandler();         ///< imm: CallSite
Handler callBuiltinHandler();  ///< imm: CallSite
Handler indirectCallHandler(); ///< imm: CallSite
Handler tailCallHandler();     ///< imm: CallSite, c: cost; the callee takes the place of the caller
Handler returnHandler();       ///< a: first register, b: how many, c: cost
Handler undefinedHandler();    ///< dst and on, b registers in all, hold nothing yet
Handler unsupportedHandler();  ///< imm: const std::string of what cannot be run
Handler resumeHandler();       ///< r[a]: an exception that goes on to the caller
Handler unreachableHandler();
Handler trapHandler();
Handler atomicSectionHandler(bool begins); ///< imm: it only takes locks
Handler variablesStartHandler();           ///< va_start on r[a]
Handler variablesCopyHandler();            ///< va_copy r[a] <- r[b]
Handler loopHeadHandler();                 ///< a loop that may spin
Handler loopBoundHandler();                ///< r[a] iterations done, imm allowed

// Integers of more than 64 bits and floats other than float and double: `imm` points to a WideOp.
struct WideOp {
  unsigned opcode = 0;    ///< LLVM's, or an intrinsic's id with `isIntrinsic`.
  unsigned predicate = 0; ///< Of a comparison; of is.fpclass: the classes asked for.
  unsigned width = 0;     ///< Of the operands.
  unsigned resultWidth = 0;
  enum class Type : std::uint8_t { Integer, Float, Double, Long, Half, Brain, Quad };
  Type from = Type::Integer;
  Type to = Type::Integer;
  bool isIntrinsic = false;
  bool isLenient = false; ///< A shift by too much gives anything.
};
Handler wideHandler();
/// Whether the wide handler knows this intrinsic on this type of operand.
bool isWideIntrinsic(unsigned intrinsic, WideOp::Type type);

/// Two jump distances in one immediate.
inline std::uint64_t packTargets(std::int32_t taken, std::int32_t other) {
  return static_cast<std::uint32_t>(taken) |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(other)) << 32;
}

} // namespace heddle::vm
