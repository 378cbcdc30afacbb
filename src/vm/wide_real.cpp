#include "vm/wide_real.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

namespace heddle::vm {

namespace {

using llvm::APFloat;
using llvm::APInt;
using Type = WideOp::Type;
constexpr auto nearest = APFloat::rmNearestTiesToEven;

const llvm::fltSemantics &semanticsOf(Type type) {
  switch (type) {
  case Type::Half:
    return APFloat::IEEEhalf();
  case Type::Brain:
    return APFloat::BFloat();
  case Type::Float:
    return APFloat::IEEEsingle();
  case Type::Double:
    return APFloat::IEEEdouble();
  case Type::Long:
    return APFloat::x87DoubleExtended();
  default:
    return APFloat::IEEEquad();
  }
}

APInt readBits(const std::uint64_t *r, unsigned width) {
  return {width, llvm::ArrayRef(r, (width + 63) / 64)};
}

APFloat readReal(const std::uint64_t *r, Type type) {
  const llvm::fltSemantics &semantics = semanticsOf(type);
  return {semantics, readBits(r, APFloat::getSizeInBits(semantics))};
}

void writeBits(std::uint64_t *r, const APInt &value) {
  for (unsigned i = 0; i < value.getNumWords(); ++i)
    r[i] = value.getRawData()[i];
}

/// The predicate's bits are LLVM's: unordered, less, greater, equal.
bool compare(unsigned predicate, const APFloat &a, const APFloat &b) {
  switch (a.compare(b)) {
  case APFloat::cmpUnordered:
    return predicate & 8;
  case APFloat::cmpLessThan:
    return predicate & 4;
  case APFloat::cmpGreaterThan:
    return predicate & 2;
  default:
    return predicate & 1;
  }
}

APFloat intrinsic(unsigned id, APFloat a, const APFloat &b, const APFloat &c) {
  namespace I = llvm::Intrinsic;
  switch (id) {
  case I::fabs:
    a.clearSign();
    break;
  case I::copysign:
    a.copySign(b);
    break;
  case I::floor:
    a.roundToIntegral(APFloat::rmTowardNegative);
    break;
  case I::ceil:
    a.roundToIntegral(APFloat::rmTowardPositive);
    break;
  case I::trunc:
    a.roundToIntegral(APFloat::rmTowardZero);
    break;
  case I::round:
    a.roundToIntegral(APFloat::rmNearestTiesToAway);
    break;
  case I::rint:
  case I::nearbyint:
  case I::roundeven:
    a.roundToIntegral(nearest);
    break;
  case I::minnum:
    return llvm::minnum(a, b);
  case I::maxnum:
    return llvm::maxnum(a, b);
  case I::fma:
    a.fusedMultiplyAdd(b, c, nearest);
    break;
  default: // fmuladd: the machine has no fused one for these types.
    a.multiply(b, nearest);
    a.add(c, nearest);
  }
  return a;
}

APFloat binary(unsigned opcode, APFloat a, const APFloat &b) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::FAdd:
    a.add(b, nearest);
    break;
  case I::FSub:
    a.subtract(b, nearest);
    break;
  case I::FMul:
    a.multiply(b, nearest);
    break;
  case I::FDiv:
    a.divide(b, nearest);
    break;
  default:
    a.mod(b);
  }
  return a;
}

bool isSoft(Type type) {
  return type == Type::Half || type == Type::Brain || type == Type::Quad;
}

} // namespace

bool needsSoftReal(const WideOp &op) {
  return isSoft(op.from) || isSoft(op.to) ||
         (op.isIntrinsic && op.opcode == llvm::Intrinsic::is_fpclass);
}

bool isSoftRealIntrinsic(unsigned intrinsic) {
  namespace I = llvm::Intrinsic;
  switch (intrinsic) {
  case I::fabs:
  case I::copysign:
  case I::floor:
  case I::ceil:
  case I::trunc:
  case I::round:
  case I::rint:
  case I::nearbyint:
  case I::roundeven:
  case I::minnum:
  case I::maxnum:
  case I::fma:
  case I::fmuladd:
    return true;
  default:
    return false;
  }
}

void performSoftReal(const WideOp &op, const Inst *pc, std::uint64_t *r) {
  using I = llvm::Instruction;
  auto a = [&] { return readReal(r + pc->a, op.from); };
  auto b = [&] { return readReal(r + pc->b, op.from); };
  auto store = [&](const APFloat &value) { writeBits(r + pc->dst, value.bitcastToAPInt()); };
  if (op.isIntrinsic) {
    if (op.opcode == llvm::Intrinsic::is_fpclass)
      r[pc->dst] = (a().classify() & static_cast<llvm::FPClassTest>(op.predicate)) != 0;
    else
      store(intrinsic(op.opcode, a(), b(), readReal(r + pc->c, op.from)));
    return;
  }
  switch (op.opcode) {
  case I::FCmp:
    r[pc->dst] = compare(op.predicate, a(), b());
    break;
  case I::FNeg:
    store(-a());
    break;
  case I::FPExt:
  case I::FPTrunc: {
    APFloat value = a();
    bool loses = false;
    value.convert(semanticsOf(op.to), nearest, &loses);
    store(value);
    break;
  }
  case I::FPToSI:
  case I::FPToUI: {
    llvm::APSInt value(op.resultWidth, op.opcode == I::FPToUI);
    bool isExact = false;
    a().convertToInteger(value, APFloat::rmTowardZero, &isExact);
    writeBits(r + pc->dst, value);
    break;
  }
  case I::SIToFP:
  case I::UIToFP: {
    APFloat value(semanticsOf(op.to));
    value.convertFromAPInt(readBits(r + pc->a, op.width), op.opcode == I::SIToFP, nearest);
    store(value);
    break;
  }
  default:
    store(binary(op.opcode, a(), b()));
  }
}

} // namespace heddle::vm
