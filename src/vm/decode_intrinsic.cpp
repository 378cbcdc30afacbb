// The intrinsics that stand for arithmetic: those of one result an element, reductions of vectors,
// floating-point operations with an explicit environment, and a few that are rare.
#include "vm/decoder.h"

#include "vm/dispatch.h"

#include <algorithm>
#include <optional>

namespace heddle::vm {

namespace N = llvm::Intrinsic;

/// Element by element; `id` is the plain one of a constrained intrinsic.
bool Decoder::decodeScalarIntrinsic(const llvm::IntrinsicInst &intrinsic, unsigned id) {
  const auto *constrained = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&intrinsic);
  const unsigned given = constrained ? constrained->getNonMetadataArgCount() : intrinsic.arg_size();
  if (given == 0)
    return false;
  llvm::Type *type = intrinsic.getArgOperand(0)->getType();
  std::uint32_t elements = 1;
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector) {
    elements = vector->getNumElements();
    type = vector->getElementType();
  }
  const bool real = type->isFloatingPointTy();
  const bool integer = type->isIntegerTy();
  if (!real && !integer)
    return false;
  const Handler overflow = overflowIntrinsicHandler(id);
  const Handler handler = overflow  ? overflow
                          : integer ? integerIntrinsicHandler(id)
                                    : floatIntrinsicHandler(id, type->isDoubleTy());
  if (!handler || (overflow && vector))
    return false;
  if (isWide(*type) && !isWideIntrinsic(id, newWide(id, *type, *type).from))
    return false;
  Reg operands[3] = {0, 0, 0};
  const unsigned used = std::min(3u, given);
  for (unsigned i = 0; i < used; ++i)
    operands[i] = reg(*intrinsic.getArgOperand(i));
  for (unsigned i = used; i < 3; ++i)
    operands[i] = operands[0];
  const std::uint32_t each = count(*type);
  const Reg dst = define(intrinsic);
  for (std::uint32_t e = 0; e < elements; ++e) {
    const std::uint32_t at = e * each;
    // A scalar second operand (the flag of ctlz and abs) belongs to every element.
    auto operand = [&](unsigned i) {
      const bool perElement = i < used && intrinsic.getArgOperand(i)->getType()->isVectorTy();
      return operands[i] + (perElement || !vector ? at : 0);
    };
    if (isWide(*type)) {
      WideOp &op = newWide(id, *type, *type);
      op.isIntrinsic = true;
      emit(wideHandler(), dst + at, operand(0), operand(1), operand(2),
           reinterpret_cast<std::uint64_t>(&op));
    } else if (integer) {
      const Reg third = operand(2);
      const Reg place = newRegs(1); // The handler finds the third operand by its immediate.
      emit(moveHandler(), place, third);
      emit(handler, dst + at, operand(0), operand(1), type->getIntegerBitWidth(), place);
    } else {
      emit(handler, dst + at, operand(0), operand(1), operand(2), id);
    }
  }
  return true;
}

namespace {

/// What a reduction does with two elements: an instruction, or an intrinsic.
struct Step {
  unsigned opcode = 0;
  unsigned intrinsic = 0;
};

std::optional<Step> stepOf(unsigned reduction) {
  using I = llvm::Instruction;
  switch (reduction) {
  case N::vector_reduce_add:
    return Step{I::Add, 0};
  case N::vector_reduce_mul:
    return Step{I::Mul, 0};
  case N::vector_reduce_and:
    return Step{I::And, 0};
  case N::vector_reduce_or:
    return Step{I::Or, 0};
  case N::vector_reduce_xor:
    return Step{I::Xor, 0};
  case N::vector_reduce_fadd:
    return Step{I::FAdd, 0};
  case N::vector_reduce_fmul:
    return Step{I::FMul, 0};
  case N::vector_reduce_smax:
    return Step{0, N::smax};
  case N::vector_reduce_smin:
    return Step{0, N::smin};
  case N::vector_reduce_umax:
    return Step{0, N::umax};
  case N::vector_reduce_umin:
    return Step{0, N::umin};
  case N::vector_reduce_fmax:
    return Step{0, N::maxnum};
  case N::vector_reduce_fmin:
    return Step{0, N::minnum};
  default:
    return std::nullopt;
  }
}

} // namespace

bool Decoder::decodeReduction(const llvm::IntrinsicInst &intrinsic) {
  const std::optional<Step> step = stepOf(intrinsic.getIntrinsicID());
  if (!step)
    return false;
  const bool hasStart = intrinsic.arg_size() == 2;
  const llvm::Value &vector = *intrinsic.getArgOperand(hasStart ? 1 : 0);
  const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(vector.getType());
  if (!type)
    return false;
  llvm::Type &element = *type->getElementType();
  if (step->intrinsic && isWide(element))
    return false;
  const std::uint32_t each = count(element);
  const Reg elements = reg(vector);
  const Reg first = hasStart ? reg(*intrinsic.getArgOperand(0)) : elements;
  const Reg dst = define(intrinsic);
  for (std::uint32_t i = 0; i < each; ++i)
    emit(moveHandler(), dst + i, first + i);
  for (std::uint32_t e = hasStart ? 0 : 1; e < type->getNumElements(); ++e) {
    const Reg next = elements + e * each;
    if (step->opcode)
      emitBinary(step->opcode, element, dst, dst, next);
    else if (element.isIntegerTy())
      emit(integerIntrinsicHandler(step->intrinsic), dst, dst, next, element.getIntegerBitWidth());
    else
      emit(floatIntrinsicHandler(step->intrinsic, element.isDoubleTy()), dst, dst, next, dst,
           step->intrinsic);
  }
  return true;
}

namespace {

/// The plain instruction or intrinsic that a constrained one stands for, 0 for none.
struct Plain {
  unsigned opcode = 0;
  unsigned intrinsic = 0;
};

Plain plainOf(unsigned constrained) {
  using I = llvm::Instruction;
  switch (constrained) {
  case N::experimental_constrained_fadd:
    return {I::FAdd, 0};
  case N::experimental_constrained_fsub:
    return {I::FSub, 0};
  case N::experimental_constrained_fmul:
    return {I::FMul, 0};
  case N::experimental_constrained_fdiv:
    return {I::FDiv, 0};
  case N::experimental_constrained_frem:
    return {I::FRem, 0};
  case N::experimental_constrained_fcmp:
  case N::experimental_constrained_fcmps:
    return {I::FCmp, 0};
  case N::experimental_constrained_fptosi:
    return {I::FPToSI, 0};
  case N::experimental_constrained_fptoui:
    return {I::FPToUI, 0};
  case N::experimental_constrained_sitofp:
    return {I::SIToFP, 0};
  case N::experimental_constrained_uitofp:
    return {I::UIToFP, 0};
  case N::experimental_constrained_fptrunc:
    return {I::FPTrunc, 0};
  case N::experimental_constrained_fpext:
    return {I::FPExt, 0};
  case N::experimental_constrained_fma:
    return {0, N::fma};
  case N::experimental_constrained_fmuladd:
    return {0, N::fmuladd};
  case N::experimental_constrained_sqrt:
    return {0, N::sqrt};
  case N::experimental_constrained_pow:
    return {0, N::pow};
  case N::experimental_constrained_powi:
    return {0, N::powi};
  case N::experimental_constrained_ldexp:
    return {0, N::ldexp};
  case N::experimental_constrained_sin:
    return {0, N::sin};
  case N::experimental_constrained_cos:
    return {0, N::cos};
  case N::experimental_constrained_exp:
    return {0, N::exp};
  case N::experimental_constrained_exp2:
    return {0, N::exp2};
  case N::experimental_constrained_log:
    return {0, N::log};
  case N::experimental_constrained_log2:
    return {0, N::log2};
  case N::experimental_constrained_log10:
    return {0, N::log10};
  case N::experimental_constrained_floor:
    return {0, N::floor};
  case N::experimental_constrained_ceil:
    return {0, N::ceil};
  case N::experimental_constrained_trunc:
    return {0, N::trunc};
  case N::experimental_constrained_round:
    return {0, N::round};
  case N::experimental_constrained_roundeven:
    return {0, N::roundeven};
  case N::experimental_constrained_rint:
    return {0, N::rint};
  case N::experimental_constrained_nearbyint:
    return {0, N::nearbyint};
  case N::experimental_constrained_lrint:
    return {0, N::lrint};
  case N::experimental_constrained_llrint:
    return {0, N::llrint};
  case N::experimental_constrained_lround:
    return {0, N::lround};
  case N::experimental_constrained_llround:
    return {0, N::llround};
  case N::experimental_constrained_maxnum:
    return {0, N::maxnum};
  case N::experimental_constrained_minnum:
    return {0, N::minnum};
  default:
    return {};
  }
}

llvm::Type &elementOf(llvm::Type &type) {
  return *type.getScalarType();
}

std::uint32_t elementsOf(const llvm::Type &type) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector ? vector->getNumElements() : 1;
}

} // namespace

// The program cannot change the rounding mode (set.rounding has no model), so a dynamic one is the
// default one. Exception flags are not kept.
bool Decoder::decodeConstrained(const llvm::ConstrainedFPIntrinsic &intrinsic) {
  const auto rounding = intrinsic.getRoundingMode();
  const bool isDefault = !rounding || *rounding == llvm::RoundingMode::NearestTiesToEven ||
                         *rounding == llvm::RoundingMode::Dynamic;
  const Plain plain = plainOf(intrinsic.getIntrinsicID());
  if (!isDefault || (!plain.opcode && !plain.intrinsic))
    return false;
  if (plain.intrinsic)
    return decodeMixed(intrinsic, plain.intrinsic) ||
           decodeScalarIntrinsic(intrinsic, plain.intrinsic);
  llvm::Type &from = elementOf(*intrinsic.getArgOperand(0)->getType());
  llvm::Type &to = elementOf(*intrinsic.getType());
  const bool two = intrinsic.getNonMetadataArgCount() == 2;
  const Reg a = reg(*intrinsic.getArgOperand(0));
  const Reg b = two ? reg(*intrinsic.getArgOperand(1)) : a;
  const Reg dst = define(intrinsic);
  for (std::uint32_t e = 0; e < elementsOf(*intrinsic.getType()); ++e) {
    const Reg left = a + e * count(from);
    const Reg right = b + e * count(from);
    const Reg result = dst + e * count(to);
    if (plain.opcode == llvm::Instruction::FCmp)
      emitCompare(llvm::cast<llvm::ConstrainedFPCmpIntrinsic>(intrinsic).getPredicate(), from,
                  result, left, right);
    else if (two)
      emitBinary(plain.opcode, to, result, left, right);
    else
      emitFloatCast(plain.opcode, from, to, result, left);
  }
  return true;
}

bool Decoder::decodeMixed(const llvm::IntrinsicInst &intrinsic, unsigned id) {
  llvm::Type &type = *intrinsic.getArgOperand(0)->getType();
  if (!type.isFloatTy() && !type.isDoubleTy())
    return false;
  const Handler handler = floatMixedHandler(id, type.isDoubleTy());
  if (!handler)
    return false;
  const bool two = id == N::ldexp || id == N::powi;
  const Reg a = reg(*intrinsic.getArgOperand(0));
  const Reg b = two ? reg(*intrinsic.getArgOperand(1)) : a;
  emit(handler, define(intrinsic), a, b);
  return true;
}

bool Decoder::decodeRareIntrinsic(const llvm::IntrinsicInst &intrinsic) {
  using I = llvm::Instruction;
  const unsigned id = intrinsic.getIntrinsicID();
  auto operand = [&](unsigned i) { return reg(*intrinsic.getArgOperand(i)); };
  if (const auto *constrained = llvm::dyn_cast<llvm::ConstrainedFPIntrinsic>(&intrinsic))
    return decodeConstrained(*constrained);
  switch (id) {
  case N::ptrmask:
    emit(binaryHandler(I::And, 64, false), define(intrinsic), operand(0), operand(1));
    return true;
  case N::get_rounding:
    emit(constantHandler(), define(intrinsic), 0, 0, 0, 1); // To nearest.
    return true;
  case N::load_relative: {
    const Reg base = operand(0);
    const Reg place = newRegs(2);
    emit(binaryHandler(I::Add, 64, false), place, base, operand(1));
    emit(loadHandler(4, Addressing::Plain), place + 1, place);
    emit(signExtendHandler(32), place + 1, place + 1, 0, 32, maskOf(64));
    emit(binaryHandler(I::Add, 64, false), define(intrinsic), base, place + 1);
    return true;
  }
  case N::is_fpclass: {
    llvm::Type &type = *intrinsic.getArgOperand(0)->getType();
    llvm::Type &element = elementOf(type);
    const auto *classes = llvm::cast<llvm::ConstantInt>(intrinsic.getArgOperand(1));
    const Reg value = operand(0);
    const Reg dst = define(intrinsic);
    for (std::uint32_t e = 0; e < elementsOf(type); ++e) {
      WideOp &op = newWide(id, element, element);
      op.isIntrinsic = true;
      op.predicate = static_cast<unsigned>(classes->getZExtValue());
      emit(wideHandler(), dst + e, value + e * count(element), 0, 0,
           reinterpret_cast<std::uint64_t>(&op));
    }
    return true;
  }
  default:
    return decodeReduction(intrinsic) || (intrinsic.arg_size() && decodeMixed(intrinsic, id)) ||
           decodeScalarIntrinsic(intrinsic, id);
  }
}

} // namespace heddle::vm
