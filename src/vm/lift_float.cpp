#include "vm/lift_float.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

namespace heddle::vm {

using expr::Op;
using expr::Ref;
using expr::RoundTo;

namespace {

using I = llvm::Instruction;

Ref signBit(expr::Builder &b, unsigned width) {
  return b.constant(std::uint64_t{1} << (width - 1), width);
}

/// LLVM numbers the predicates by four bits: unordered, less, greater, equal.
Ref compareFloats(expr::Builder &b, unsigned predicate, Ref x, Ref y) {
  Ref result = b.boolean(false);
  if (predicate & 8)
    result = b.bitOr(b.floating(Op::FloatIsNan, 1, x), b.floating(Op::FloatIsNan, 1, y));
  if (predicate & 4)
    result = b.bitOr(result, b.floating(Op::FloatLess, 1, x, y));
  if (predicate & 2)
    result = b.bitOr(result, b.floating(Op::FloatLess, 1, y, x));
  if (predicate & 1)
    result = b.bitOr(result, b.floating(Op::FloatEqual, 1, x, y));
  return result;
}

Ref rounded(expr::Builder &b, Ref x, RoundTo how) {
  return b.floating(Op::FloatRound, x->width, x, nullptr, nullptr, static_cast<std::uint64_t>(how));
}

/// The smaller or larger of two; a number beats what is none.
Ref chosen(expr::Builder &b, Ref x, Ref y, bool smaller) {
  const Ref first =
      smaller ? b.floating(Op::FloatLess, 1, x, y) : b.floating(Op::FloatLess, 1, y, x);
  return b.ite(b.floating(Op::FloatIsNan, 1, x), y,
               b.ite(b.floating(Op::FloatIsNan, 1, y), x, b.ite(first, x, y)));
}

Ref floatIntrinsic(expr::Builder &b, unsigned id, Ref x, Ref y, Ref z) {
  namespace N = llvm::Intrinsic;
  const unsigned width = x->width;
  const Ref sign = signBit(b, width);
  switch (id) {
  case N::fabs:
    return b.bitAnd(x, b.invert(sign));
  case N::copysign:
    return b.bitOr(b.bitAnd(x, b.invert(sign)), b.bitAnd(y, sign));
  case N::floor:
    return rounded(b, x, RoundTo::Down);
  case N::ceil:
    return rounded(b, x, RoundTo::Up);
  case N::trunc:
    return rounded(b, x, RoundTo::Zero);
  case N::round:
    return rounded(b, x, RoundTo::NearestAway);
  case N::rint:
  case N::nearbyint:
  case N::roundeven:
    return rounded(b, x, RoundTo::NearestEven);
  case N::sqrt:
    return b.floating(Op::FloatSqrt, width, x);
  case N::fma:
    return b.floating(Op::FloatFma, width, x, y, z);
  case N::fmuladd:
    return b.floating(Op::FloatAdd, width, b.floating(Op::FloatMul, width, x, y), z);
  case N::minnum:
    return chosen(b, x, y, true);
  case N::maxnum:
    return chosen(b, x, y, false);
  default:
    return nullptr;
  }
}

/// As the concrete conversion does it (ops_float.cpp).
Ref toInteger(expr::Builder &b, Ref x, bool isSigned, unsigned width) {
  const bool fewer = isSigned ? width <= 32 : width < 32;
  const Ref whole = b.floating(Op::FloatToSigned, fewer ? 32 : 64, x);
  if (isSigned || width <= 32)
    return b.extract(whole, 0, width);
  const Ref unsignedWhole = b.floating(Op::FloatToUnsigned, 64, x);
  const Ref negative = b.floating(Op::FloatLess, 1, x, b.constant(0, x->width));
  return b.extract(b.ite(negative, whole, unsignedWhole), 0, width);
}

Ref cast(const Inst &inst, const Shape &shape, const Operands &from) {
  expr::Builder &b = from.builder;
  const unsigned real = shape.isDouble ? 64 : 32;
  const unsigned target = shape.toDouble ? 64 : 32;
  switch (shape.opcode) {
  case I::FPToSI:
    return toInteger(b, from.of(inst.a, real), true, inst.c);
  case I::FPToUI:
    return toInteger(b, from.of(inst.a, real), false, inst.c);
  case I::SIToFP:
    return b.floating(Op::SignedToFloat, target, from.of(inst.a, inst.c));
  case I::UIToFP:
    return b.floating(Op::UnsignedToFloat, target, from.of(inst.a, inst.c));
  default:
    return real == target ? from.of(inst.a, real)
                          : b.floating(Op::FloatResize, target, from.of(inst.a, real));
  }
}

} // namespace

Ref liftFloat(const Inst &inst, const Shape &shape, const Operands &from) {
  expr::Builder &b = from.builder;
  const unsigned width = shape.isDouble ? 64 : 32;
  switch (shape.lift) {
  case Lift::FloatNegate:
    return b.bitXor(from.of(inst.a, width), signBit(b, width));
  case Lift::FloatCast:
    return cast(inst, shape, from);
  case Lift::FloatCompare:
    return compareFloats(b, shape.opcode, from.of(inst.a, width), from.of(inst.b, width));
  case Lift::FloatIntrinsic:
    return floatIntrinsic(b, static_cast<std::uint32_t>(inst.imm), from.of(inst.a, width),
                          from.of(inst.b, width), from.of(inst.c, width));
  case Lift::FloatBinary: {
    const Op op = shape.opcode == I::FAdd   ? Op::FloatAdd
                  : shape.opcode == I::FSub ? Op::FloatSub
                  : shape.opcode == I::FMul ? Op::FloatMul
                  : shape.opcode == I::FDiv ? Op::FloatDivide
                                            : Op::FloatRemainder;
    return b.floating(op, width, from.of(inst.a, width), from.of(inst.b, width));
  }
  default:
    return nullptr;
  }
}

} // namespace heddle::vm
