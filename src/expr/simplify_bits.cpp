// Rules for bitwise operations and shifts.
#include "expr/builder.h"
#include "expr/fold.h"

#include <bit>

namespace heddle::expr {

namespace {

/// Whether a node is built so that its pieces can be taken apart without new operations.
bool hasPieces(Ref node) {
  return node->op == Op::Concat || node->op == Op::ZeroExtend || node->isConstant();
}

/// Where the lowest piece of such a node ends.
unsigned lowPiece(Ref node) {
  return node->op == Op::Concat       ? node->b->width
         : node->op == Op::ZeroExtend ? node->a->width
                                      : node->width;
}

} // namespace

Ref Builder::bitAnd(Ref a, Ref b) {
  const unsigned width = a->width;
  if (a->isConstant())
    std::swap(a, b);
  if (a == b)
    return a;
  if (b->isConstant()) {
    if (a->isConstant())
      return constant(a->value & b->value, width);
    if (b->value == 0)
      return b;
    if ((~b->value & ~a->zeros & ones(width)) == 0)
      return a; // Nothing is cut off.
    if (a->op == Op::And && a->b->isConstant())
      return bitAnd(a->a, constant(a->b->value & b->value, width));
    const auto top = static_cast<unsigned>(64 - std::countl_zero(b->value));
    if (top < width)
      return zeroExtend(bitAnd(extract(a, 0, top), constant(b->value, top)), width);
    const auto bottom = static_cast<unsigned>(std::countr_zero(b->value));
    if (bottom > 0)
      return concat(
          bitAnd(extract(a, bottom, width - bottom), constant(b->value >> bottom, width - bottom)),
          constant(0, bottom));
  }
  if (width == 1 && ((a->op == Op::Xor && a->b->isTrue() && a->a == b) ||
                     (b->op == Op::Xor && b->b->isTrue() && b->a == a)))
    return no;
  if (hasPieces(a) && hasPieces(b) && !(a->isConstant() || b->isConstant())) {
    const unsigned low = std::min(lowPiece(a), lowPiece(b));
    return concat(bitAnd(extract(a, low, width - low), extract(b, low, width - low)),
                  bitAnd(extract(a, 0, low), extract(b, 0, low)));
  }
  if (a->op == Op::Concat && b->isConstant())
    return concat(bitAnd(a->a, extract(b, a->b->width, a->a->width)),
                  bitAnd(a->b, extract(b, 0, a->b->width)));
  if (!b->isConstant() && a->id > b->id)
    std::swap(a, b);
  return plain(Op::And, width, a, b);
}

Ref Builder::bitOr(Ref a, Ref b) {
  const unsigned width = a->width;
  if (a->isConstant())
    std::swap(a, b);
  if (a == b)
    return a;
  if (b->isConstant()) {
    if (a->isConstant())
      return constant(a->value | b->value, width);
    if ((b->value & ~a->ones) == 0)
      return a;
    if (b->value == ones(width))
      return b;
    if (a->op == Op::Or && a->b->isConstant())
      return bitOr(a->a, constant(a->b->value | b->value, width));
  }
  if (width == 1) {
    if ((a->op == Op::Xor && a->b->isTrue() && a->a == b) ||
        (b->op == Op::Xor && b->b->isTrue() && b->a == a))
      return yes;
    if (!b->isConstant() && a->id > b->id)
      std::swap(a, b);
    return plain(Op::Or, width, a, b);
  }
  if ((hasPieces(a) && hasPieces(b))) {
    const unsigned low = std::min(lowPiece(a), lowPiece(b));
    if (low < width)
      return concat(bitOr(extract(a, low, width - low), extract(b, low, width - low)),
                    bitOr(extract(a, 0, low), extract(b, 0, low)));
  }
  if (!b->isConstant() && a->id > b->id)
    std::swap(a, b);
  return plain(Op::Or, width, a, b);
}

Ref Builder::bitXor(Ref a, Ref b) {
  const unsigned width = a->width;
  if (a->isConstant())
    std::swap(a, b);
  if (a == b)
    return constant(0, width);
  if (b->isConstant()) {
    if (a->isConstant())
      return constant(a->value ^ b->value, width);
    if (b->value == 0)
      return a;
    if (a->op == Op::Xor && a->b->isConstant())
      return bitXor(a->a, constant(a->b->value ^ b->value, width));
    if (width == 1 && a->op == Op::Ite && a->b->isConstant() && a->c->isConstant())
      return ite(a->a, invert(a->b), invert(a->c));
  } else if (((~a->zeros & ~b->zeros) & ones(width)) == 0 && width > 1) {
    return bitOr(a, b);
  }
  if (hasPieces(a) && hasPieces(b) && !a->isConstant()) {
    const unsigned low = std::min(lowPiece(a), lowPiece(b));
    if (low < width)
      return concat(bitXor(extract(a, low, width - low), extract(b, low, width - low)),
                    bitXor(extract(a, 0, low), extract(b, 0, low)));
  }
  if (!b->isConstant() && a->id > b->id)
    std::swap(a, b);
  return plain(Op::Xor, width, a, b);
}

Ref Builder::shift(Op op, Ref a, Ref by) {
  const unsigned width = a->width;
  if (by->isConstant()) {
    if (by->value == 0)
      return a;
    if (a->isConstant())
      return constant(apply(op, width, width, width, a->value, by->value, 0, 0), width);
    const unsigned bits = static_cast<unsigned>(std::min<std::uint64_t>(by->value, width));
    if (op == Op::ShiftRightSigned)
      return bits >= width ? signExtend(extract(a, width - 1, 1), width)
                           : signExtend(extract(a, bits, width - bits), width);
    if (bits >= width)
      return constant(0, width);
    if (op == Op::ShiftRight)
      return zeroExtend(extract(a, bits, width - bits), width);
    return concat(extract(a, 0, width - bits), constant(0, bits));
  }
  if (a->isConstant(0))
    return a;
  if (op == Op::ShiftRightSigned && (a->zeros >> (width - 1) & 1))
    op = Op::ShiftRight;
  return plain(op, width, a, by);
}

} // namespace heddle::expr
