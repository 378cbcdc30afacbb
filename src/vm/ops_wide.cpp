// Integers of more than 64 bits, and floats other than float and double: one slow handler for all
// of them. long double is the host's; half, bfloat and quad are in wide_real.cpp.
#include "vm/dispatch.h"
#include "vm/ops.h"
#include "vm/wide_real.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <cmath>

namespace heddle::vm {

namespace {

using llvm::APInt;
using Type = WideOp::Type;

APInt readInteger(const std::uint64_t *r, unsigned width) {
  return {width, llvm::ArrayRef(r, (width + 63) / 64)};
}

void writeInteger(std::uint64_t *r, const APInt &value) {
  for (unsigned i = 0; i < value.getNumWords(); ++i)
    r[i] = value.getRawData()[i];
}

long double readReal(const std::uint64_t *r, Type type) {
  switch (type) {
  case Type::Float:
    return asFloat(*r);
  case Type::Double:
    return asDouble(*r);
  default: {
    long double value = 0;
    std::memcpy(&value, r, 10);
    return value;
  }
  }
}

void writeReal(std::uint64_t *r, Type type, long double value) {
  switch (type) {
  case Type::Float:
    *r = bitsOf(static_cast<float>(value));
    break;
  case Type::Double:
    *r = bitsOf(static_cast<double>(value));
    break;
  default:
    r[1] = 0;
    std::memcpy(r, &value, 10);
  }
}

APInt toInteger(long double value, unsigned width, bool isSigned) {
  const bool negative = value < 0;
  long double rest = ::truncl(::fabsl(value));
  APInt result(width, 0);
  for (unsigned bit = 0; rest >= 1 && bit < width; bit += 32) {
    const long double high = ::floorl(rest / 4294967296.0L);
    const auto low = static_cast<std::uint64_t>(rest - high * 4294967296.0L);
    result |= APInt(width, low).shl(bit);
    rest = high;
  }
  return negative && isSigned ? -result : result;
}

bool compareReals(unsigned predicate, long double a, long double b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  return ((predicate & 8) && unordered) || ((predicate & 4) && a < b) ||
         ((predicate & 2) && a > b) || ((predicate & 1) && a == b);
}

/// What went wrong, or nothing.
struct Problem {
  bool is = false;
  FaultKind kind = FaultKind::DivisionByZero;
  const char *message = "";
};

APInt integerBinary(const WideOp &op, const APInt &a, const APInt &b, Problem &problem) {
  using I = llvm::Instruction;
  const unsigned opcode = op.opcode;
  const bool division =
      opcode == I::UDiv || opcode == I::SDiv || opcode == I::URem || opcode == I::SRem;
  if (division && b.isZero()) {
    problem = {true, FaultKind::DivisionByZero, "division by zero"};
    return a;
  }
  const bool shift = opcode == I::Shl || opcode == I::LShr || opcode == I::AShr;
  if (shift && b.uge(a.getBitWidth())) {
    if (op.isLenient)
      return a;
    problem = {true, FaultKind::Shift, "shift by at least the width of the value"};
    return a;
  }
  switch (opcode) {
  case I::Add:
    return a + b;
  case I::Sub:
    return a - b;
  case I::Mul:
    return a * b;
  case I::And:
    return a & b;
  case I::Or:
    return a | b;
  case I::Xor:
    return a ^ b;
  case I::Shl:
    return a.shl(b);
  case I::LShr:
    return a.lshr(b);
  case I::AShr:
    return a.ashr(b);
  case I::UDiv:
    return a.udiv(b);
  case I::URem:
    return a.urem(b);
  case I::SDiv:
    return a.sdiv(b);
  default:
    return a.srem(b);
  }
}

bool compareIntegers(unsigned predicate, const APInt &a, const APInt &b) {
  using C = llvm::CmpInst;
  switch (predicate) {
  case C::ICMP_EQ:
    return a == b;
  case C::ICMP_NE:
    return a != b;
  case C::ICMP_UGT:
    return a.ugt(b);
  case C::ICMP_UGE:
    return a.uge(b);
  case C::ICMP_ULT:
    return a.ult(b);
  case C::ICMP_ULE:
    return a.ule(b);
  case C::ICMP_SGT:
    return a.sgt(b);
  case C::ICMP_SGE:
    return a.sge(b);
  case C::ICMP_SLT:
    return a.slt(b);
  default:
    return a.sle(b);
  }
}

void integerIntrinsic(const WideOp &op, const Inst *pc, std::uint64_t *r) {
  namespace I = llvm::Intrinsic;
  const APInt a = readInteger(r + pc->a, op.width);
  const APInt b = readInteger(r + pc->b, op.width);
  bool overflows = false;
  switch (op.opcode) {
  case I::ctpop:
    return writeInteger(r + pc->dst, APInt(op.width, a.popcount()));
  case I::ctlz:
    return writeInteger(r + pc->dst, APInt(op.width, a.countl_zero()));
  case I::cttz:
    return writeInteger(r + pc->dst, APInt(op.width, a.countr_zero()));
  case I::bswap:
    return writeInteger(r + pc->dst, a.byteSwap());
  case I::bitreverse:
    return writeInteger(r + pc->dst, a.reverseBits());
  case I::abs:
    return writeInteger(r + pc->dst, a.abs());
  case I::smax:
    return writeInteger(r + pc->dst, a.sgt(b) ? a : b);
  case I::smin:
    return writeInteger(r + pc->dst, a.slt(b) ? a : b);
  case I::umax:
    return writeInteger(r + pc->dst, a.ugt(b) ? a : b);
  case I::umin:
    return writeInteger(r + pc->dst, a.ult(b) ? a : b);
  case I::uadd_sat:
    return writeInteger(r + pc->dst, a.uadd_sat(b));
  case I::usub_sat:
    return writeInteger(r + pc->dst, a.usub_sat(b));
  case I::sadd_sat:
    return writeInteger(r + pc->dst, a.sadd_sat(b));
  case I::ssub_sat:
    return writeInteger(r + pc->dst, a.ssub_sat(b));
  case I::fshl:
  case I::fshr: {
    const APInt by = readInteger(r + pc->c, op.width).urem(APInt(op.width, op.width));
    const APInt down = APInt(op.width, op.width) - by;
    if (by.isZero())
      return writeInteger(r + pc->dst, op.opcode == I::fshl ? a : b);
    return writeInteger(r + pc->dst,
                        op.opcode == I::fshl ? a.shl(by) | b.lshr(down) : a.shl(down) | b.lshr(by));
  }
  case I::uadd_with_overflow:
    writeInteger(r + pc->dst, a.uadd_ov(b, overflows));
    break;
  case I::usub_with_overflow:
    writeInteger(r + pc->dst, a.usub_ov(b, overflows));
    break;
  case I::umul_with_overflow:
    writeInteger(r + pc->dst, a.umul_ov(b, overflows));
    break;
  case I::sadd_with_overflow:
    writeInteger(r + pc->dst, a.sadd_ov(b, overflows));
    break;
  case I::ssub_with_overflow:
    writeInteger(r + pc->dst, a.ssub_ov(b, overflows));
    break;
  default: // smul_with_overflow
    writeInteger(r + pc->dst, a.smul_ov(b, overflows));
    break;
  }
  r[pc->dst + (op.width + 63) / 64] = overflows;
}

void realIntrinsic(const WideOp &op, const Inst *pc, std::uint64_t *r) {
  namespace I = llvm::Intrinsic;
  const long double a = readReal(r + pc->a, op.from);
  const long double b = readReal(r + pc->b, op.from);
  long double result = 0;
  switch (op.opcode) {
  case I::fabs:
    result = ::fabsl(a);
    break;
  case I::copysign:
    result = ::copysignl(a, b);
    break;
  case I::floor:
    result = ::floorl(a);
    break;
  case I::ceil:
    result = ::ceill(a);
    break;
  case I::trunc:
    result = ::truncl(a);
    break;
  case I::round:
    result = ::roundl(a);
    break;
  case I::rint:
  case I::nearbyint:
  case I::roundeven:
    result = ::nearbyintl(a);
    break;
  case I::sqrt:
    result = ::sqrtl(a);
    break;
  case I::minnum:
    result = ::fminl(a, b);
    break;
  case I::maxnum:
    result = ::fmaxl(a, b);
    break;
  case I::fma:
    result = ::fmal(a, b, readReal(r + pc->c, op.from));
    break;
  case I::sin:
    result = ::sinl(a);
    break;
  case I::cos:
    result = ::cosl(a);
    break;
  case I::exp:
    result = ::expl(a);
    break;
  case I::exp2:
    result = ::exp2l(a);
    break;
  case I::log:
    result = ::logl(a);
    break;
  case I::log2:
    result = ::log2l(a);
    break;
  case I::log10:
    result = ::log10l(a);
    break;
  case I::pow:
    result = ::powl(a, b);
    break;
  default: // fmuladd
    result = a * b + readReal(r + pc->c, op.from);
  }
  writeReal(r + pc->dst, op.to, result);
}

long double realBinary(unsigned opcode, long double a, long double b) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::FAdd:
    return a + b;
  case I::FSub:
    return a - b;
  case I::FMul:
    return a * b;
  case I::FDiv:
    return a / b;
  default:
    return ::fmodl(a, b);
  }
}

Problem perform(const WideOp &op, const Inst *pc, std::uint64_t *r) {
  using I = llvm::Instruction;
  Problem problem;
  if (needsSoftReal(op)) {
    performSoftReal(op, pc, r);
    return problem;
  }
  if (op.isIntrinsic) {
    if (op.from == Type::Integer)
      integerIntrinsic(op, pc, r);
    else
      realIntrinsic(op, pc, r);
    return problem;
  }
  switch (op.opcode) {
  case I::ICmp:
    r[pc->dst] = compareIntegers(op.predicate, readInteger(r + pc->a, op.width),
                                 readInteger(r + pc->b, op.width));
    break;
  case I::FCmp:
    r[pc->dst] =
        compareReals(op.predicate, readReal(r + pc->a, op.from), readReal(r + pc->b, op.from));
    break;
  case I::Trunc:
    writeInteger(r + pc->dst, readInteger(r + pc->a, op.width).trunc(op.resultWidth));
    break;
  case I::ZExt:
    writeInteger(r + pc->dst, readInteger(r + pc->a, op.width).zext(op.resultWidth));
    break;
  case I::SExt:
    writeInteger(r + pc->dst, readInteger(r + pc->a, op.width).sext(op.resultWidth));
    break;
  case I::FPToSI:
  case I::FPToUI:
    writeInteger(r + pc->dst,
                 toInteger(readReal(r + pc->a, op.from), op.resultWidth, op.opcode == I::FPToSI));
    break;
  case I::SIToFP:
  case I::UIToFP: {
    const APInt value = readInteger(r + pc->a, op.width);
    llvm::APFloat real(op.to == Type::Float    ? llvm::APFloat::IEEEsingle()
                       : op.to == Type::Double ? llvm::APFloat::IEEEdouble()
                                               : llvm::APFloat::x87DoubleExtended());
    real.convertFromAPInt(value, op.opcode == I::SIToFP, llvm::APFloat::rmNearestTiesToEven);
    writeInteger(r + pc->dst, real.bitcastToAPInt());
    break;
  }
  case I::FPTrunc:
  case I::FPExt:
    writeReal(r + pc->dst, op.to, readReal(r + pc->a, op.from));
    break;
  case I::FNeg:
    writeReal(r + pc->dst, op.to, -readReal(r + pc->a, op.from));
    break;
  case I::FAdd:
  case I::FSub:
  case I::FMul:
  case I::FDiv:
  case I::FRem:
    writeReal(r + pc->dst, op.to,
              realBinary(op.opcode, readReal(r + pc->a, op.from), readReal(r + pc->b, op.from)));
    break;
  default:
    writeInteger(r + pc->dst, integerBinary(op, readInteger(r + pc->a, op.width),
                                            readInteger(r + pc->b, op.width), problem));
  }
  return problem;
}

bool runWide(const Inst *pc, std::uint64_t *r, Executor *x) {
  const Problem problem = perform(pointee<WideOp>(*pc), pc, r);
  if (problem.is)
    x->fault(pc, problem.kind, problem.message);
  return !problem.is;
}

HEDDLE_OP wide(const Inst *pc, std::uint64_t *r, Executor *x) {
  if (!runWide(pc, r, x))
    return;
  HEDDLE_NEXT;
}

} // namespace

Handler wideHandler() {
  return wide;
}

bool isWideIntrinsic(unsigned intrinsic, WideOp::Type type) {
  return type == Type::Integer || type == Type::Long || isSoftRealIntrinsic(intrinsic);
}

} // namespace heddle::vm
