// Symbolic expressions: a hash-consed graph of bit vectors of up to 64 bits.
//
// Two nodes of one builder are equal if and only if they are the same node. A truth value is one
// bit. Floats travel as their bits; the float operations say what the bits mean. Every node knows
// which of its bits are fixed, the range it lies in and the inputs it depends on, so that most
// questions are answered where the node is made.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::expr {

enum class Op : std::uint8_t {
  // leaves
  Constant,
  Input, ///< `value` is the number of the input.
  Cell,  ///< A place of a state: `value` is its number. What summaries range over.
  // arithmetic: operands and result have one width
  Add,
  Sub,
  Mul,
  UnsignedDivide,    ///< By zero: all ones, as SMT-LIB has it; the VM never gets there.
  SignedDivide,      ///< By zero: 1 or -1.
  UnsignedRemainder, ///< By zero: the dividend.
  SignedRemainder,
  And,
  Or,
  Xor,
  ShiftLeft, ///< By the width or more: 0.
  ShiftRight,
  ShiftRightSigned, ///< By the width or more: copies of the sign.
  // comparisons: one bit
  Equal,
  Less,
  LessSigned,
  // shapes
  Concat,  ///< `a` above `b`.
  Extract, ///< `width` bits of `a` from bit `value` on.
  ZeroExtend,
  SignExtend,
  Ite,    ///< `a` ? `b` : `c`
  Select, ///< The element of `table` at index `a`; 0 behind its end.
  // floats of 32 or 64 bits
  FloatAdd,
  FloatSub,
  FloatMul,
  FloatDivide,
  FloatRemainder, ///< As fmod.
  FloatSqrt,
  FloatFma,
  FloatRound, ///< To a whole number; `value` is a RoundTo.
  FloatEqual, ///< Ordered: false if one is no number.
  FloatLess,
  FloatLessEqual,
  FloatIsNan,
  FloatResize,   ///< Between 32 and 64 bits.
  FloatToSigned, ///< Towards zero; the top bit alone if it does not fit.
  FloatToUnsigned,
  SignedToFloat,
  UnsignedToFloat,
};

enum class RoundTo : std::uint8_t { NearestEven, NearestAway, Down, Up, Zero };

struct Node;
using Ref = const Node *;

/// The inputs that a node depends on, sorted. Equal sets are one object.
struct Support {
  std::vector<std::uint32_t> inputs;
  bool contains(std::uint32_t input) const;
  bool meets(const Support &other) const;
};

/// What a read at a symbolic index chooses from. Equal tables are one object.
struct Table {
  std::vector<Ref> elements; ///< All of one width.
  const Support *support = nullptr;
  bool hasFloats = false;
  bool hasCells = false;
};

struct Node {
  Op op = Op::Constant;
  std::uint8_t width = 0;
  bool hasFloats = false; ///< A float operation is somewhere below.
  bool hasCells = false;
  std::uint32_t id = 0; ///< Rises with creation: operands have smaller ids.
  Ref a = nullptr;
  Ref b = nullptr;
  Ref c = nullptr;
  std::uint64_t value = 0;
  const Table *table = nullptr;
  const Support *support = nullptr;
  std::uint64_t zeros = 0; ///< Bits known to be 0; bits above the width are in neither.
  std::uint64_t ones = 0;
  std::uint64_t low = 0; ///< The unsigned range.
  std::uint64_t high = 0;
  // The last evaluation: private to evaluate.cpp.
  mutable std::uint64_t seenIn = 0;
  mutable std::uint64_t seen = 0;

  bool isConstant() const { return op == Op::Constant; }
  bool isConstant(std::uint64_t v) const { return op == Op::Constant && value == v; }
  bool isTrue() const { return isConstant(1) && width == 1; }
  bool isFalse() const { return isConstant(0) && width == 1; }
};

inline std::uint64_t ones(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}
inline std::int64_t asSigned(std::uint64_t value, unsigned width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

} // namespace heddle::expr
