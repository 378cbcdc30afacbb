// Rules for comparisons.
#include "expr/builder.h"

#include <bit>

namespace heddle::expr {

namespace {

/// A rule that goes down a chain stops somewhere: chains are as long as the program's loops.
constexpr unsigned deepest = 200;

class Nested {
public:
  explicit Nested(unsigned &counter) : depth(counter) { ++depth; }
  ~Nested() { --depth; }
  Nested(const Nested &) = delete;
  Nested &operator=(const Nested &) = delete;

private:
  unsigned &depth;
};

bool isExtension(Ref node) {
  return node->op == Op::ZeroExtend || node->op == Op::SignExtend;
}

} // namespace

Ref Builder::equal(Ref a, Ref b) {
  if (a == b)
    return yes;
  if ((a->ones & b->zeros) || (a->zeros & b->ones) || a->low > b->high || b->low > a->high)
    return no;
  if (a->isConstant())
    std::swap(a, b);
  const unsigned width = a->width;
  if (width == 1)
    return b->isTrue() ? a : invert(bitXor(a, b));
  if (isExtension(a) && a->op == b->op && a->a->width == b->a->width)
    return equal(a->a, b->a);
  if (a->op == Op::Concat && b->op == Op::Concat && a->b->width == b->b->width)
    return bitAnd(equal(a->a, b->a), equal(a->b, b->b));
  if (!b->isConstant()) {
    if (a->op == Op::Add && b->op == Op::Add) {
      if (a->b == b->b)
        return equal(a->a, b->a);
      if (a->a == b->a)
        return equal(a->b, b->b);
    }
    if (a->id > b->id)
      std::swap(a, b);
    return plain(Op::Equal, 1, a, b);
  }
  const std::uint64_t value = b->value;
  const Nested nested(nesting);
  if (nesting > deepest)
    return plain(Op::Equal, 1, a, b);
  switch (a->op) {
  case Op::ZeroExtend:
    return equal(a->a, constant(value, a->a->width)); // The upper bits agree, or it were decided.
  case Op::SignExtend:
    if (static_cast<std::uint64_t>(asSigned(value & ones(a->a->width), a->a->width)) !=
        static_cast<std::uint64_t>(asSigned(value, width)))
      return no;
    return equal(a->a, constant(value, a->a->width));
  case Op::Concat:
    return bitAnd(equal(a->a, constant(value >> a->b->width, a->a->width)),
                  equal(a->b, constant(value, a->b->width)));
  case Op::Add:
    if (a->b->isConstant())
      return equal(a->a, constant(value - a->b->value, width));
    break;
  case Op::Sub:
    if (a->a->isConstant())
      return equal(a->b, constant(a->a->value - value, width));
    if (value == 0)
      return equal(a->a, a->b);
    break;
  case Op::Xor:
    if (a->b->isConstant())
      return equal(a->a, constant(value ^ a->b->value, width));
    if (value == 0)
      return equal(a->a, a->b);
    break;
  case Op::Mul: // An odd factor has an inverse.
    if (a->b->isConstant() && (a->b->value & 1)) {
      std::uint64_t inverse = a->b->value;
      for (int i = 0; i < 6; ++i)
        inverse *= 2 - a->b->value * inverse;
      return equal(a->a, constant(value * inverse, width));
    }
    break;
  case Op::Ite:
    if (a->b->isConstant() || a->c->isConstant())
      return ite(a->a, equal(a->b, b), equal(a->c, b));
    break;
  default:
    break;
  }
  return plain(Op::Equal, 1, a, b);
}

Ref Builder::less(Ref a, Ref b) {
  if (a->high < b->low)
    return yes;
  if (a == b || a->low >= b->high)
    return no;
  const unsigned width = a->width;
  if (width == 1)
    return bitAnd(invert(a), b);
  // Equal upper bits do not matter.
  const auto need = static_cast<unsigned>(64 - std::countl_zero(a->high | b->high));
  if (need < width)
    return less(narrow(a, need), narrow(b, need));
  if (a->op == Op::SignExtend && b->op == Op::SignExtend && a->a->width == b->a->width)
    return less(a->a, b->a);
  if (b->isConstant(1) || (b->isConstant() && a->low + 1 == b->value))
    return equal(a, constant(b->value - 1, width));
  if (a->isConstant() && a->value + 1 == b->high)
    return equal(b, constant(b->high, width));
  if (a->isConstant() && a->value == b->low)
    return invert(equal(a, b));
  if (b->isConstant() && b->value == a->high)
    return invert(equal(a, b));
  const Nested nested(nesting);
  if (nesting > deepest)
    return plain(Op::Less, 1, a, b);
  if (a->op == Op::Ite && b->isConstant() && (a->b->isConstant() || a->c->isConstant()))
    return ite(a->a, less(a->b, b), less(a->c, b));
  if (b->op == Op::Ite && a->isConstant() && (b->b->isConstant() || b->c->isConstant()))
    return ite(b->a, less(a, b->b), less(a, b->c));
  return plain(Op::Less, 1, a, b);
}

Ref Builder::lessSigned(Ref a, Ref b) {
  if (a == b)
    return no;
  const unsigned width = a->width;
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  if (width == 1)
    return bitAnd(a, invert(b));
  if ((a->zeros & b->zeros & sign) || (a->ones & b->ones & sign))
    return less(a, b); // Of one sign the order is the unsigned one.
  if ((a->ones & sign) && (b->zeros & sign))
    return yes;
  if ((a->zeros & sign) && (b->ones & sign))
    return no;
  // The sign of a value alone.
  if (b->isConstant(0))
    return extract(a, width - 1, 1);
  if (a->isConstant(ones(width)))
    return invert(extract(b, width - 1, 1));
  if (a->op == Op::SignExtend || b->op == Op::SignExtend) {
    const Ref narrow = a->op == Op::SignExtend ? a->a : b->a;
    auto fits = [&](Ref one) {
      if (isExtension(one))
        return one->a->width < narrow->width ||
               (one->a->width == narrow->width && one->op == Op::SignExtend);
      return one->isConstant() && asSigned(one->value, width) ==
                                      asSigned(one->value & ones(narrow->width), narrow->width);
    };
    if (fits(a) && fits(b))
      return lessSigned(extract(a, 0, narrow->width), extract(b, 0, narrow->width));
  }
  return plain(Op::LessSigned, 1, a, b);
}

} // namespace heddle::expr
