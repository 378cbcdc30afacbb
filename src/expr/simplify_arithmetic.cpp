// Rules for sums, products and divisions.
#include "expr/builder.h"
#include "expr/fold.h"

#include <bit>

namespace heddle::expr {

Ref Builder::plain(Op op, unsigned width, Ref a, Ref b, Ref c, std::uint64_t value) {
  Node node;
  node.op = op;
  node.width = static_cast<std::uint8_t>(width);
  node.a = a;
  node.b = b;
  node.c = c;
  node.value = value;
  return intern(node);
}

Ref Builder::add(Ref a, Ref b) {
  const unsigned width = a->width;
  if (width == 1)
    return bitXor(a, b);
  if (a->isConstant())
    std::swap(a, b);
  if (a->isConstant())
    return constant(a->value + b->value, width);
  if (b->isConstant(0))
    return a;
  if (a == b)
    return shift(Op::ShiftLeft, a, constant(1, width));
  // Constants go to the outside: (x + 1) + (y + 2) is (x + y) + 3.
  if (a->op == Op::Add && a->b->isConstant())
    return add(b->isConstant() ? a->a : add(a->a, b),
               b->isConstant() ? constant(a->b->value + b->value, width) : a->b);
  if (b->op == Op::Add && b->b->isConstant())
    return add(add(a, b->a), b->b);
  if (a->op == Op::Sub && a->b == b)
    return a->a;
  if (b->op == Op::Sub && b->b == a)
    return b->a;
  // Without a bit in common a sum is a disjunction, which has more rules.
  if (((~a->zeros & ~b->zeros) & ones(width)) == 0)
    return bitOr(a, b);
  if (!b->isConstant() && a->id > b->id)
    std::swap(a, b);
  return plain(Op::Add, width, a, b);
}

Ref Builder::sub(Ref a, Ref b) {
  const unsigned width = a->width;
  if (width == 1)
    return bitXor(a, b);
  if (a == b)
    return constant(0, width);
  if (b->isConstant())
    return add(a, constant(0 - b->value, width));
  if (a->op == Op::Add) {
    if (a->a == b)
      return a->b;
    if (a->b == b)
      return a->a;
    if (a->b->isConstant())
      return add(sub(a->a, b), a->b);
  }
  if (b->op == Op::Add) {
    if (b->b->isConstant())
      return add(sub(a, b->a), constant(0 - b->b->value, width));
    if (b->a == a)
      return negate(b->b);
    if (b->b == a)
      return negate(b->a);
  }
  if (a->isConstant() && b->op == Op::Sub) // c - (x - y) = (c + y) - x
    return sub(add(b->b, a), b->a);
  return plain(Op::Sub, width, a, b);
}

Ref Builder::mul(Ref a, Ref b) {
  const unsigned width = a->width;
  if (width == 1)
    return bitAnd(a, b);
  if (a->isConstant())
    std::swap(a, b);
  if (b->isConstant()) {
    if (a->isConstant())
      return constant(a->value * b->value, width);
    if (b->value == 0)
      return b;
    if (std::has_single_bit(b->value))
      return shift(Op::ShiftLeft, a,
                   constant(static_cast<std::uint64_t>(std::countr_zero(b->value)), width));
    if (a->op == Op::Mul && a->b->isConstant())
      return mul(a->a, constant(a->b->value * b->value, width));
    if (a->op == Op::Add && a->b->isConstant())
      return add(mul(a->a, b), constant(a->b->value * b->value, width));
  } else if (a->id > b->id) {
    std::swap(a, b);
  }
  return plain(Op::Mul, width, a, b);
}

Ref Builder::divide(Op op, Ref a, Ref b) {
  const unsigned width = a->width;
  if (a->isConstant() && b->isConstant())
    return constant(apply(op, width, width, width, a->value, b->value, 0, 0), width);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  if ((op == Op::SignedDivide || op == Op::SignedRemainder) && (a->zeros & sign) &&
      (b->zeros & sign))
    return divide(op == Op::SignedDivide ? Op::UnsignedDivide : Op::UnsignedRemainder, a, b);
  if (b->isConstant(1))
    return op == Op::UnsignedDivide || op == Op::SignedDivide ? a : constant(0, width);
  if (op == Op::UnsignedDivide || op == Op::UnsignedRemainder) {
    const bool divides = op == Op::UnsignedDivide;
    if (b->isConstant() && std::has_single_bit(b->value)) {
      const auto bits = static_cast<std::uint64_t>(std::countr_zero(b->value));
      return divides ? shift(Op::ShiftRight, a, constant(bits, width))
                     : bitAnd(a, constant(b->value - 1, width));
    }
    if (b->low > a->high)
      return divides ? constant(0, width) : a;
    // Narrow operands make a narrow division, which costs the solver far less.
    const auto need = static_cast<unsigned>(64 - std::countl_zero(a->high | b->high));
    if (b->low && need < width && need > 0)
      return zeroExtend(divide(op, narrow(a, need), narrow(b, need)), width);
  }
  return plain(op, width, a, b);
}

Ref Builder::floating(Op op, unsigned width, Ref a, Ref b, Ref c, std::uint64_t value) {
  if (a->isConstant() && (!b || b->isConstant()) && (!c || c->isConstant()))
    return constant(apply(op, width, a->width, b ? b->width : 0, a->value, b ? b->value : 0,
                          c ? c->value : 0, value),
                    width);
  return plain(op, width, a, b, c, value);
}

} // namespace heddle::expr
