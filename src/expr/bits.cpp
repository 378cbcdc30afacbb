#include "expr/bits.h"

#include <algorithm>
#include <bit>

namespace heddle::expr {

namespace {

struct Known {
  std::uint64_t zeros = 0;
  std::uint64_t ones = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// Bits of a sum up to the lowest one that is not fixed in both operands.
void addLowBits(const Node &node, Known &known) {
  const std::uint64_t fixedA = node.a->zeros | node.a->ones;
  const std::uint64_t fixedB = node.b->zeros | node.b->ones;
  const auto sure = static_cast<unsigned>(std::countr_one(fixedA & fixedB));
  if (sure == 0)
    return;
  const std::uint64_t mask = ones(std::min<unsigned>(sure, node.width));
  const std::uint64_t sum =
      node.op == Op::Add ? node.a->ones + node.b->ones : node.a->ones - node.b->ones;
  known.ones |= sum & mask;
  known.zeros |= ~sum & mask;
}

void rangeOfSum(const Node &node, Known &known) {
  const std::uint64_t mask = ones(node.width);
  if (node.op == Op::Add) {
    const std::uint64_t high = node.a->high + node.b->high;
    if (high >= node.a->high && high <= mask) { // Cannot wrap round.
      known.low = node.a->low + node.b->low;
      known.high = high;
    }
  } else if (node.a->low >= node.b->high) {
    known.low = node.a->low - node.b->high;
    known.high = node.a->high - node.b->low;
  }
}

void product(const Node &node, Known &known) {
  const std::uint64_t mask = ones(node.width);
  std::uint64_t high = 0;
  if (!__builtin_mul_overflow(node.a->high, node.b->high, &high) && high <= mask) {
    known.low = node.a->low * node.b->low;
    known.high = high;
  }
  const unsigned low = static_cast<unsigned>(std::countr_one(node.a->zeros)) +
                       static_cast<unsigned>(std::countr_one(node.b->zeros));
  known.zeros |= ones(std::min<unsigned>(low, node.width));
}

void extension(const Node &node, Known &known) {
  const Ref a = node.a;
  const std::uint64_t above = ones(node.width) & ~ones(a->width);
  const std::uint64_t sign = std::uint64_t{1} << (a->width - 1);
  known.zeros = a->zeros;
  known.ones = a->ones;
  if (node.op == Op::ZeroExtend || (a->zeros & sign)) {
    known.zeros |= above;
    known.low = a->low;
    known.high = a->high;
  } else if (a->ones & sign) {
    known.ones |= above;
    known.low = a->low | above;
    known.high = a->high | above;
  }
}

void choice(const Node &node, Known &known) {
  known = {node.b->zeros & node.c->zeros, node.b->ones & node.c->ones,
           std::min(node.b->low, node.c->low), std::max(node.b->high, node.c->high)};
}

void tableBits(const Node &node, Known &known) {
  known = {ones(node.width), ones(node.width), ones(node.width), 0};
  for (const Ref element : node.table->elements) {
    known.zeros &= element->zeros;
    known.ones &= element->ones;
    known.low = std::min(known.low, element->low);
    known.high = std::max(known.high, element->high);
  }
  if (node.a->high >= node.table->elements.size()) { // 0 behind the end.
    known.ones = 0;
    known.low = 0;
  }
}

} // namespace

void findBits(Node &node) {
  const std::uint64_t mask = ones(node.width);
  Known known{0, 0, 0, mask};
  const Ref a = node.a;
  const Ref b = node.b;
  switch (node.op) {
  case Op::Constant:
    known = {~node.value & mask, node.value, node.value, node.value};
    break;
  case Op::Add:
  case Op::Sub:
    rangeOfSum(node, known);
    addLowBits(node, known);
    break;
  case Op::Mul:
    product(node, known);
    break;
  case Op::UnsignedDivide:
    if (b->low)
      known.low = a->low / b->high, known.high = a->high / b->low;
    break;
  case Op::UnsignedRemainder:
    known.high = b->low ? std::min(a->high, b->high - 1) : a->high;
    break;
  case Op::And:
    known.zeros = a->zeros | b->zeros;
    known.ones = a->ones & b->ones;
    known.high = std::min(a->high, b->high);
    break;
  case Op::Or:
    known.zeros = a->zeros & b->zeros;
    known.ones = a->ones | b->ones;
    known.low = std::max(a->low, b->low);
    break;
  case Op::Xor:
    known.zeros = (a->zeros & b->zeros) | (a->ones & b->ones);
    known.ones = (a->zeros & b->ones) | (a->ones & b->zeros);
    break;
  case Op::ShiftRight:
    known.high = a->high;
    break;
  case Op::Concat:
    known = {a->zeros << b->width | b->zeros, a->ones << b->width | b->ones,
             a->low << b->width | b->low, a->high << b->width | b->high};
    break;
  case Op::Extract:
    known.zeros = a->zeros >> node.value & mask;
    known.ones = a->ones >> node.value & mask;
    if (node.value == 0 && a->high <= mask) {
      known.low = a->low;
      known.high = a->high;
    } else if (node.value + node.width == a->width) { // The upper bits keep the order.
      known.low = a->low >> node.value;
      known.high = a->high >> node.value;
    }
    break;
  case Op::ZeroExtend:
  case Op::SignExtend:
    extension(node, known);
    break;
  case Op::Ite:
    choice(node, known);
    break;
  case Op::Select:
    tableBits(node, known);
    break;
  default:
    break;
  }
  // Each kind of knowledge sharpens the other.
  known.low = std::max(known.low, known.ones);
  known.high = std::min(known.high, ~known.zeros & mask);
  const auto same = static_cast<unsigned>(std::countl_zero(known.low ^ known.high));
  const std::uint64_t prefix = same >= 64 ? mask : ~(~std::uint64_t{0} >> same) & mask;
  known.ones |= known.low & prefix;
  known.zeros |= ~known.low & prefix;
  node.zeros = known.zeros;
  node.ones = known.ones;
  node.low = known.low;
  node.high = known.high;
}

} // namespace heddle::expr
