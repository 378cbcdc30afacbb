#include "vm/lift.h"

#include "vm/lift_float.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <bit>

namespace heddle::vm {

using expr::Op;
using expr::Ref;

namespace {

using I = llvm::Instruction;

Op operationOf(unsigned opcode) {
  switch (opcode) {
  case I::Add:
    return Op::Add;
  case I::Sub:
    return Op::Sub;
  case I::Mul:
    return Op::Mul;
  case I::UDiv:
    return Op::UnsignedDivide;
  case I::SDiv:
    return Op::SignedDivide;
  case I::URem:
    return Op::UnsignedRemainder;
  case I::SRem:
    return Op::SignedRemainder;
  case I::And:
    return Op::And;
  case I::Or:
    return Op::Or;
  case I::Xor:
    return Op::Xor;
  case I::Shl:
    return Op::ShiftLeft;
  case I::LShr:
    return Op::ShiftRight;
  default:
    return Op::ShiftRightSigned;
  }
}

/// Where a sum or difference leaves the signed range: the signs tell.
Ref signedOverflow(expr::Builder &b, unsigned opcode, Ref x, Ref y, Ref result) {
  const unsigned width = x->width;
  auto sign = [&](Ref one) { return b.extract(one, width - 1, 1); };
  if (opcode == I::Add)
    return b.bitAnd(b.equal(sign(x), sign(y)), b.invert(b.equal(sign(x), sign(result))));
  if (opcode == I::Sub)
    return b.bitAnd(b.invert(b.equal(sign(x), sign(y))), b.invert(b.equal(sign(x), sign(result))));
  if (width <= 32) {
    const Ref wide = b.mul(b.signExtend(x, 2 * width), b.signExtend(y, 2 * width));
    return b.invert(b.equal(wide, b.signExtend(result, 2 * width)));
  }
  // Dividing back gives the factor, but for the one quotient that overflows itself.
  const Ref zero = b.constant(0, width);
  const Ref least = b.constant(std::uint64_t{1} << (width - 1), width);
  const Ref minus = b.constant(expr::ones(width), width);
  const Ref back = b.divide(Op::SignedDivide, result, y);
  return b.bitAnd(
      b.invert(b.equal(y, zero)),
      b.bitOr(b.invert(b.equal(back, x)), b.bitAnd(b.equal(x, least), b.equal(y, minus))));
}

Ref unsignedOverflow(expr::Builder &b, unsigned opcode, Ref x, Ref y, Ref result) {
  const unsigned width = x->width;
  if (opcode == I::Add)
    return b.less(result, x);
  if (opcode == I::Sub)
    return b.less(x, y);
  if (width <= 32) {
    const Ref wide = b.mul(b.zeroExtend(x, 2 * width), b.zeroExtend(y, 2 * width));
    return b.invert(b.equal(b.extract(wide, width, width), b.constant(0, width)));
  }
  return b.bitAnd(b.invert(b.equal(y, b.constant(0, width))),
                  b.invert(b.equal(b.divide(Op::UnsignedDivide, result, y), x)));
}

Lifted binary(const Inst &inst, const Shape &shape, const Operands &from) {
  expr::Builder &b = from.builder;
  const unsigned width = shape.width ? shape.width : inst.c;
  const Ref x = from.of(inst.a, width);
  const Ref y = shape.immediate ? b.constant(inst.imm, width) : from.of(inst.b, width);
  Lifted result;
  switch (shape.opcode) {
  case I::Shl:
  case I::LShr:
  case I::AShr:
    result.allowed = b.less(y, b.constant(width, width));
    break;
  case I::UDiv:
  case I::URem:
    result.allowed = b.invert(b.equal(y, b.constant(0, width)));
    break;
  case I::SDiv:
  case I::SRem: {
    const Ref overflows = b.bitAnd(b.equal(x, b.constant(std::uint64_t{1} << (width - 1), width)),
                                   b.equal(y, b.constant(expr::ones(width), width)));
    result.allowed = b.bitAnd(b.invert(b.equal(y, b.constant(0, width))), b.invert(overflows));
    break;
  }
  default:
    break;
  }
  result.result = b.binary(operationOf(shape.opcode), x, y);
  if (shape.lift == Lift::Checked)
    result.allowed = b.invert(signedOverflow(b, shape.opcode, x, y, result.result));
  return result;
}

Ref countOnes(expr::Builder &b, Ref x) {
  Ref sum = b.constant(0, x->width);
  for (unsigned i = 0; i < x->width; ++i)
    sum = b.add(sum, b.zeroExtend(b.extract(x, i, 1), x->width));
  return sum;
}

/// The number of zeros before the first one, from the top or from the bottom.
Ref countZeros(expr::Builder &b, Ref x, bool fromTop) {
  const unsigned width = x->width;
  Ref result = b.constant(width, width);
  for (unsigned i = 0; i < width; ++i) {
    const unsigned bit = fromTop ? i : width - 1 - i; // The last one looked at wins.
    result = b.ite(b.extract(x, bit, 1), b.constant(width - 1 - i, width), result);
  }
  return result;
}

Ref reversed(expr::Builder &b, Ref x, unsigned unit) {
  Ref result = b.extract(x, 0, unit);
  for (unsigned at = unit; at < x->width; at += unit)
    result = b.concat(result, b.extract(x, at, unit));
  return result;
}

Ref saturated(expr::Builder &b, unsigned id, Ref x, Ref y) {
  namespace N = llvm::Intrinsic;
  const unsigned width = x->width;
  const Ref most = b.constant(expr::ones(width), width);
  const Ref zero = b.constant(0, width);
  if (id == N::uadd_sat) {
    const Ref sum = b.add(x, y);
    return b.ite(b.less(sum, x), most, sum);
  }
  if (id == N::usub_sat)
    return b.ite(b.less(x, y), zero, b.sub(x, y));
  const unsigned opcode = id == N::sadd_sat ? I::Add : I::Sub;
  const Ref plain = opcode == I::Add ? b.add(x, y) : b.sub(x, y);
  const Ref highest = b.constant(expr::ones(width) >> 1, width);
  const Ref lowest = b.constant(std::uint64_t{1} << (width - 1), width);
  return b.ite(signedOverflow(b, opcode, x, y, plain),
               b.ite(b.lessSigned(x, zero), lowest, highest), plain);
}

Lifted intrinsic(const Inst &inst, const Shape &shape, const Operands &from) {
  namespace N = llvm::Intrinsic;
  expr::Builder &b = from.builder;
  const unsigned width = inst.c;
  const Ref x = from.of(inst.a, width);
  const Ref y = from.of(inst.b, width);
  const Ref zero = b.constant(0, width);
  auto three = [&](Ref lower, Ref higher) {
    return b.ite(lower, b.constant(expr::ones(width), width),
                 b.ite(higher, b.constant(1, width), zero));
  };
  switch (shape.opcode) {
  case N::ctpop:
    return {countOnes(b, x)};
  case N::ctlz:
    return {countZeros(b, x, true)};
  case N::cttz:
    return {countZeros(b, x, false)};
  case N::bswap:
    return {reversed(b, x, 8)};
  case N::bitreverse:
    return {reversed(b, x, 1)};
  case N::abs:
    return {b.ite(b.lessSigned(x, zero), b.negate(x), x)};
  case N::smax:
    return {b.ite(b.lessSigned(y, x), x, y)};
  case N::smin:
    return {b.ite(b.lessSigned(x, y), x, y)};
  case N::umax:
    return {b.ite(b.less(y, x), x, y)};
  case N::umin:
    return {b.ite(b.less(x, y), x, y)};
  case N::uadd_sat:
  case N::usub_sat:
  case N::sadd_sat:
  case N::ssub_sat:
    return {saturated(b, shape.opcode, x, y)};
  case N::fshl:
  case N::fshr: {
    const auto third = static_cast<std::uint32_t>(inst.imm);
    if (from.symbolic(third))
      return {};
    const auto by = static_cast<unsigned>(from.value(third) % width);
    const unsigned low = shape.opcode == N::fshl ? width - by : by;
    if (by == 0)
      return {shape.opcode == N::fshl ? x : y};
    return {b.concat(b.extract(x, 0, low), b.extract(y, low, width - low))};
  }
  case N::ucmp:
    return {three(b.less(x, y), b.less(y, x))};
  case N::scmp:
    return {three(b.lessSigned(x, y), b.lessSigned(y, x))};
  default:
    return {};
  }
}

Lifted overflowing(const Inst &inst, const Shape &shape, const Operands &from) {
  namespace N = llvm::Intrinsic;
  expr::Builder &b = from.builder;
  const Ref x = from.of(inst.a, inst.c);
  const Ref y = from.of(inst.b, inst.c);
  const unsigned id = shape.opcode;
  const unsigned opcode = id == N::uadd_with_overflow || id == N::sadd_with_overflow   ? I::Add
                          : id == N::usub_with_overflow || id == N::ssub_with_overflow ? I::Sub
                                                                                       : I::Mul;
  const bool isSigned =
      id == N::sadd_with_overflow || id == N::ssub_with_overflow || id == N::smul_with_overflow;
  const Ref result = b.binary(operationOf(opcode), x, y);
  return {result, isSigned ? signedOverflow(b, opcode, x, y, result)
                           : unsignedOverflow(b, opcode, x, y, result)};
}

} // namespace

Ref compare(expr::Builder &b, unsigned predicate, Ref x, Ref y) {
  using C = llvm::CmpInst;
  switch (predicate) {
  case C::ICMP_EQ:
    return b.equal(x, y);
  case C::ICMP_NE:
    return b.invert(b.equal(x, y));
  case C::ICMP_UGT:
    return b.less(y, x);
  case C::ICMP_UGE:
    return b.lessEqual(y, x);
  case C::ICMP_ULT:
    return b.less(x, y);
  case C::ICMP_ULE:
    return b.lessEqual(x, y);
  case C::ICMP_SGT:
    return b.lessSigned(y, x);
  case C::ICMP_SGE:
    return b.lessEqualSigned(y, x);
  case C::ICMP_SLT:
    return b.lessSigned(x, y);
  default:
    return b.lessEqualSigned(x, y);
  }
}

Ref liftAddress(const Inst &inst, const Shape &shape, const Operands &from) {
  expr::Builder &b = from.builder;
  Ref address = b.add(from.of(inst.a, 64), b.constant(inst.imm, 64));
  if (shape.indexed) {
    const Ref index = shape.index32 ? b.signExtend(from.of(inst.b, 32), 64) : from.of(inst.b, 64);
    address = b.add(address, b.mul(index, b.constant(inst.c, 64)));
  }
  return address;
}

Ref liftUpdate(expr::Builder &b, unsigned operation, Ref before, Ref value) {
  using A = llvm::AtomicRMWInst;
  const unsigned width = before->width;
  switch (operation) {
  case A::Xchg:
    return value;
  case A::Add:
    return b.add(before, value);
  case A::Sub:
    return b.sub(before, value);
  case A::And:
    return b.bitAnd(before, value);
  case A::Nand:
    return b.invert(b.bitAnd(before, value));
  case A::Or:
    return b.bitOr(before, value);
  case A::Xor:
    return b.bitXor(before, value);
  case A::Max:
    return b.ite(b.lessSigned(value, before), before, value);
  case A::Min:
    return b.ite(b.lessSigned(before, value), before, value);
  case A::UMax:
    return b.ite(b.less(value, before), before, value);
  case A::UMin:
    return b.ite(b.less(before, value), before, value);
  case A::UIncWrap:
    return b.ite(b.lessEqual(value, before), b.constant(0, width),
                 b.add(before, b.constant(1, width)));
  case A::UDecWrap:
    return b.ite(b.bitOr(b.equal(before, b.constant(0, width)), b.less(value, before)), value,
                 b.sub(before, b.constant(1, width)));
  case A::FAdd:
    return b.floating(Op::FloatAdd, width, before, value);
  case A::FSub:
    return b.floating(Op::FloatSub, width, before, value);
  default:
    return nullptr;
  }
}

Lifted lift(const Inst &inst, const Shape &shape, const Operands &from) {
  expr::Builder &b = from.builder;
  switch (shape.kind) {
  case ShapeKind::Mask: {
    const auto width = static_cast<unsigned>(std::popcount(inst.imm));
    const Ref x = from.symbolic(inst.a);
    if (inst.imm == expr::ones(width))
      return {x->width <= width ? x : b.narrow(x, width)};
    return {b.bitAnd(from.of(inst.a, 64), b.constant(inst.imm, 64))};
  }
  case ShapeKind::Extend: {
    const unsigned width = shape.width ? shape.width : inst.c;
    return {b.signExtend(from.of(inst.a, width), static_cast<unsigned>(std::popcount(inst.imm)))};
  }
  case ShapeKind::Select: {
    const Ref condition = from.of(inst.a, 1);
    const Ref x = from.symbolic(inst.b);
    const Ref y = from.symbolic(inst.c);
    const unsigned width = x && y ? std::max(x->width, y->width) : 64;
    return {b.ite(condition, from.of(inst.b, width), from.of(inst.c, width))};
  }
  default:
    break;
  }
  switch (shape.lift) {
  case Lift::Binary:
  case Lift::Checked:
    return binary(inst, shape, from);
  case Lift::Compare: {
    const unsigned width = shape.width ? shape.width : inst.c;
    const Ref y = shape.immediate ? b.constant(inst.imm, width) : from.of(inst.b, width);
    return {compare(b, shape.opcode, from.of(inst.a, width), y)};
  }
  case Lift::Intrinsic:
    return intrinsic(inst, shape, from);
  case Lift::Overflow:
    return overflowing(inst, shape, from);
  case Lift::Address:
    return {liftAddress(inst, shape, from)};
  case Lift::FloatBinary:
  case Lift::FloatCompare:
  case Lift::FloatNegate:
  case Lift::FloatCast:
  case Lift::FloatIntrinsic:
    return {liftFloat(inst, shape, from)};
  case Lift::None:
    break;
  }
  return {};
}

} // namespace heddle::vm
