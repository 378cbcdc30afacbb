// Rules for cutting and joining, choosing and table look-ups.
#include "expr/builder.h"

#include <algorithm>

namespace heddle::expr {

Ref Builder::concat(Ref high, Ref low) {
  const unsigned width = high->width + low->width;
  if (high->isConstant() && low->isConstant())
    return constant(high->value << low->width | low->value, width);
  if (high->isConstant(0))
    return zeroExtend(low, width);
  // Neighbouring cuts of one node.
  if (high->op == Op::Extract) {
    const Ref whole = high->a;
    if (low->op == Op::Extract && low->a == whole && low->value + low->width == high->value)
      return extract(whole, static_cast<unsigned>(low->value), width);
    if (low->op == Op::Concat && low->a->op == Op::Extract && low->a->a == whole &&
        low->a->value + low->a->width == high->value)
      return concat(concat(high, low->a), low->b);
  }
  if (high->op == Op::SignExtend && high->a->width == 1 &&
      extract(low, low->width - 1, 1) == high->a)
    return signExtend(low, width);
  // To the right: a . (b . c), so that one shape has one form.
  if (high->op == Op::Concat)
    return concat(high->a, concat(high->b, low));
  if (high->isConstant() && low->op == Op::Concat && low->a->isConstant())
    return concat(
        constant(high->value << low->a->width | low->a->value, high->width + low->a->width),
        low->b);
  if (high->op == Op::ZeroExtend)
    return zeroExtend(concat(high->a, low), width);
  if (high->isConstant() && low->op == Op::ZeroExtend)
    return concat(constant(high->value << (low->width - low->a->width), width - low->a->width),
                  low->a);
  if (high->op == Op::Ite && high->b->isConstant() && high->c->isConstant() && low->isConstant())
    return ite(high->a, concat(high->b, low), concat(high->c, low));
  return plain(Op::Concat, width, high, low);
}

Ref Builder::extract(Ref a, unsigned from, unsigned width) {
  if (width == a->width)
    return a;
  const std::uint64_t mask = ones(width) << from;
  if (((a->zeros | a->ones) & mask) == mask)
    return constant(a->ones >> from, width);
  switch (a->op) {
  case Op::Extract:
    return extract(a->a, from + static_cast<unsigned>(a->value), width);
  case Op::Concat: {
    const unsigned split = a->b->width;
    if (from >= split)
      return extract(a->a, from - split, width);
    if (from + width <= split)
      return extract(a->b, from, width);
    return concat(extract(a->a, 0, from + width - split), extract(a->b, from, split - from));
  }
  case Op::ZeroExtend:
    if (from + width <= a->a->width)
      return extract(a->a, from, width);
    return zeroExtend(extract(a->a, from, a->a->width - from), width);
  case Op::SignExtend:
    if (from + width <= a->a->width)
      return extract(a->a, from, width);
    if (from < a->a->width)
      return signExtend(extract(a->a, from, a->a->width - from), width);
    return signExtend(extract(a->a, a->a->width - 1, 1), width);
  case Op::Ite:
    if (a->b->isConstant() && a->c->isConstant())
      return ite(a->a, extract(a->b, from, width), extract(a->c, from, width));
    break;
  default:
    break;
  }
  return plain(Op::Extract, width, a, nullptr, nullptr, from);
}

Ref Builder::narrow(Ref a, unsigned width) {
  auto isNarrow = [&](Ref one) {
    return one->isConstant() ||
           ((one->op == Op::ZeroExtend || one->op == Op::SignExtend) && one->a->width <= width);
  };
  if (width < a->width && a->op >= Op::Add && a->op <= Op::Xor && isNarrow(a->a) && isNarrow(a->b))
    switch (a->op) {
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return binary(a->op, extract(a->a, 0, width), extract(a->b, 0, width));
    default:
      break;
    }
  return extract(a, 0, width);
}

Ref Builder::zeroExtend(Ref a, unsigned width) {
  if (width == a->width)
    return a;
  if (a->isConstant())
    return constant(a->value, width);
  if (a->op == Op::ZeroExtend)
    return zeroExtend(a->a, width);
  return plain(Op::ZeroExtend, width, a);
}

Ref Builder::signExtend(Ref a, unsigned width) {
  if (width == a->width)
    return a;
  if (a->isConstant())
    return constant(static_cast<std::uint64_t>(asSigned(a->value, a->width)), width);
  if (a->op == Op::SignExtend)
    return signExtend(a->a, width);
  if (a->zeros >> (a->width - 1) & 1)
    return zeroExtend(a, width);
  return plain(Op::SignExtend, width, a);
}

Ref Builder::ite(Ref condition, Ref then, Ref otherwise) {
  if (condition->isConstant())
    return condition->value ? then : otherwise;
  if (then == otherwise)
    return then;
  if (condition->op == Op::Xor && condition->b->isTrue())
    return ite(condition->a, otherwise, then);
  if (then->width == 1) {
    if (then->isConstant() && otherwise->isConstant())
      return then->value ? condition : invert(condition);
    if (then->isTrue() || then == condition)
      return bitOr(condition, otherwise);
    if (then->isFalse())
      return bitAnd(invert(condition), otherwise);
    if (otherwise->isFalse() || otherwise == condition)
      return bitAnd(condition, then);
    if (otherwise->isTrue())
      return bitOr(invert(condition), then);
  }
  if (then->op == Op::Ite && then->a == condition)
    then = then->b;
  if (otherwise->op == Op::Ite && otherwise->a == condition)
    otherwise = otherwise->c;
  if (then == otherwise)
    return then;
  if (then->op == Op::ZeroExtend && otherwise->op == Op::ZeroExtend &&
      then->a->width == otherwise->a->width)
    return zeroExtend(ite(condition, then->a, otherwise->a), then->width);
  // 1 : 0 is the truth value itself.
  if (then->isConstant(1) && otherwise->isConstant(0))
    return zeroExtend(condition, then->width);
  if (then->isConstant(0) && otherwise->isConstant(1))
    return zeroExtend(invert(condition), then->width);
  return plain(Op::Ite, then->width, condition, then, otherwise);
}

Ref Builder::select(std::vector<Ref> elements, Ref index) {
  const unsigned width = elements.empty() ? 1 : elements.front()->width;
  if (index->isConstant())
    return index->value < elements.size() ? elements[index->value] : constant(0, width);
  if (index->low >= elements.size())
    return constant(0, width);
  // What the index cannot reach does not matter.
  if (index->high < elements.size() - 1)
    elements.resize(index->high + 1);
  if (index->high < elements.size() &&
      std::all_of(
          elements.begin() + static_cast<std::ptrdiff_t>(index->low), elements.end(),
          [&](Ref element) { return element == elements.back(); }))
    return elements.back();
  Node node;
  node.op = Op::Select;
  node.width = static_cast<std::uint8_t>(width);
  node.a = index;
  node.table = internTable(std::move(elements));
  return intern(node);
}

} // namespace heddle::expr
