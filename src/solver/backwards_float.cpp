// Undoing float operations. Rounding makes the results guesses; they are tried like all others.
#include "solver/backwards.h"

#include "expr/fold.h"

#include <bit>
#include <cmath>
#include <limits>

namespace heddle::solver {

using expr::Op;
using expr::Ref;

namespace {

std::uint64_t operate(Op op, unsigned width, std::uint64_t a, std::uint64_t b) {
  return expr::apply(op, width, width, width, a, b, 0, 0);
}

std::uint64_t bitsOf(double value, unsigned width) {
  if (width == 32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint64_t>(value);
}

/// The next float above or below.
std::uint64_t step(std::uint64_t bits, unsigned width, bool up) {
  if (width == 32) {
    const auto to =
        up ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();
    const auto from = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    return std::bit_cast<std::uint32_t>(std::nextafter(from, to));
  }
  const auto to =
      up ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  return std::bit_cast<std::uint64_t>(std::nextafter(std::bit_cast<double>(bits), to));
}

} // namespace

void Backwards::undoFloatCompare(Ref node, bool value) {
  const Ref a = node->a;
  const unsigned width = a->width;
  if (node->op == Op::FloatIsNan) {
    add(a, bitsOf(value ? std::numeric_limits<double>::quiet_NaN() : 0, width));
    return;
  }
  const Ref b = node->b;
  const std::uint64_t one = bitsOf(1, width);
  const std::uint64_t va = now(a);
  const std::uint64_t vb = now(b);
  if (node->op == Op::FloatEqual) {
    if (value)
      either(a, vb, b, va);
    else
      either(a, operate(Op::FloatAdd, width, vb, one), b, operate(Op::FloatAdd, width, va, one));
    either(a, 0, b, 0);
    return;
  }
  either(a, operate(value ? Op::FloatSub : Op::FloatAdd, width, vb, one), b,
         operate(value ? Op::FloatAdd : Op::FloatSub, width, va, one));
  either(a, vb, b, va);
  either(a, step(vb, width, !value), b, step(va, width, value));
  const double far =
      value ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  either(a, bitsOf(far, width), b, bitsOf(-far, width));
  either(a, 0, b, 0);
}

void Backwards::undoFloat(Ref node, std::uint64_t value) {
  const Ref a = node->a;
  const Ref b = node->b;
  const unsigned width = a->width;
  switch (node->op) {
  case Op::FloatAdd:
    return either(a, operate(Op::FloatSub, width, value, now(b)), b,
                  operate(Op::FloatSub, width, value, now(a)));
  case Op::FloatSub:
    return either(a, operate(Op::FloatAdd, width, value, now(b)), b,
                  operate(Op::FloatSub, width, now(a), value));
  case Op::FloatMul:
    return either(a, operate(Op::FloatDivide, width, value, now(b)), b,
                  operate(Op::FloatDivide, width, value, now(a)));
  case Op::FloatDivide:
    return either(a, operate(Op::FloatMul, width, value, now(b)), b,
                  operate(Op::FloatDivide, width, now(a), value));
  case Op::FloatSqrt:
    return add(a, operate(Op::FloatMul, width, value, value));
  case Op::FloatRound:
    return add(a, value);
  case Op::FloatEqual:
  case Op::FloatLess:
  case Op::FloatLessEqual:
  case Op::FloatIsNan:
    return undoFloatCompare(node, value != 0);
  case Op::FloatResize:
    return add(a, expr::apply(Op::FloatResize, width, node->width, 0, value, 0, 0, 0));
  case Op::FloatToSigned:
  case Op::FloatToUnsigned:
    return add(a,
               expr::apply(node->op == Op::FloatToSigned ? Op::SignedToFloat : Op::UnsignedToFloat,
                           width, node->width, 0, value, 0, 0, 0));
  case Op::SignedToFloat:
  case Op::UnsignedToFloat:
    return add(a,
               expr::apply(node->op == Op::SignedToFloat ? Op::FloatToSigned : Op::FloatToUnsigned,
                           width, node->width, 0, value, 0, 0, 0));
  default:
    return;
  }
}

} // namespace heddle::solver
