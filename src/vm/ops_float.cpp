// Floats and doubles, computed by the host: the same IEEE 754 arithmetic as a native run.
#include "vm/dispatch.h"
#include "vm/ops.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <cmath>

namespace heddle::vm {

namespace {

template <class F> F read(std::uint64_t bits) {
  if constexpr (sizeof(F) == 8)
    return asDouble(bits);
  else
    return asFloat(bits);
}

template <class F, unsigned Opcode>
HEDDLE_OP binary(const Inst *pc, std::uint64_t *r, Executor *x) {
  const F a = read<F>(r[pc->a]);
  const F b = read<F>(r[pc->b]);
  F result{};
  if constexpr (Opcode == llvm::Instruction::FAdd)
    result = a + b;
  else if constexpr (Opcode == llvm::Instruction::FSub)
    result = a - b;
  else if constexpr (Opcode == llvm::Instruction::FMul)
    result = a * b;
  else if constexpr (Opcode == llvm::Instruction::FDiv)
    result = a / b;
  else
    result = std::fmod(a, b);
  r[pc->dst] = bitsOf(result);
  HEDDLE_NEXT;
}

/// LLVM numbers the predicates by four bits: unordered, less, greater, equal.
template <class F, unsigned Predicate>
HEDDLE_OP compare(const Inst *pc, std::uint64_t *r, Executor *x) {
  const F a = read<F>(r[pc->a]);
  const F b = read<F>(r[pc->b]);
  const bool unordered = std::isnan(a) || std::isnan(b);
  r[pc->dst] = ((Predicate & 8) && unordered) || ((Predicate & 4) && a < b) ||
               ((Predicate & 2) && a > b) || ((Predicate & 1) && a == b);
  HEDDLE_NEXT;
}

template <class F> HEDDLE_OP negate(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = r[pc->a] ^ std::uint64_t{1} << (sizeof(F) * 8 - 1);
  HEDDLE_NEXT;
}

// Conversions that do not fit give what the machine code for x86 gives, so that runs agree with
// native ones even there. Symbolic ones do the same (lift_float.cpp).

std::uint64_t toSigned32(double f) {
  const bool fits = f > -2147483649.0 && f < 2147483648.0;
  return static_cast<std::uint32_t>(fits ? static_cast<std::int32_t>(f) : INT32_MIN);
}
std::uint64_t toSigned64(double f) {
  const bool fits = f >= -0x1p63 && f < 0x1p63;
  return static_cast<std::uint64_t>(fits ? static_cast<std::int64_t>(f) : INT64_MIN);
}
std::uint64_t toUnsigned64(double f) {
  if (f < 0)
    return toSigned64(f);
  return f < 0x1p64 ? static_cast<std::uint64_t>(f) : std::uint64_t{1} << 63;
}

template <class From, class To, unsigned Opcode>
HEDDLE_OP cast(const Inst *pc, std::uint64_t *r, Executor *x) {
  using I = llvm::Instruction;
  const std::uint64_t value = r[pc->a];
  if constexpr (Opcode == I::FPToSI) {
    const From f = read<From>(value);
    r[pc->dst] = (pc->c <= 32 ? toSigned32(f) : toSigned64(f)) & maskOf(pc->c);
  } else if constexpr (Opcode == I::FPToUI) {
    const From f = read<From>(value);
    r[pc->dst] = (pc->c < 32    ? toSigned32(f)
                  : pc->c == 32 ? toSigned64(f)
                                : toUnsigned64(f)) &
                 maskOf(pc->c);
  } else if constexpr (Opcode == I::SIToFP) {
    r[pc->dst] = bitsOf(static_cast<To>(signExtend(value, pc->c)));
  } else if constexpr (Opcode == I::UIToFP) {
    r[pc->dst] = bitsOf(static_cast<To>(value));
  } else {
    r[pc->dst] = bitsOf(static_cast<To>(read<From>(value)));
  }
  HEDDLE_NEXT;
}

template <unsigned Opcode> Handler pickCast(bool fromDouble, bool toDouble) {
  if (fromDouble)
    return toDouble ? cast<double, double, Opcode> : cast<double, float, Opcode>;
  return toDouble ? cast<float, double, Opcode> : cast<float, float, Opcode>;
}

template <class F> F intrinsic(unsigned id, F a, F b, F c) {
  namespace I = llvm::Intrinsic;
  switch (id) {
  case I::fabs:
    return std::fabs(a);
  case I::copysign:
    return std::copysign(a, b);
  case I::floor:
    return std::floor(a);
  case I::ceil:
    return std::ceil(a);
  case I::trunc:
    return std::trunc(a);
  case I::round:
    return std::round(a);
  case I::rint:
  case I::nearbyint:
  case I::roundeven:
    return std::nearbyint(a);
  case I::sqrt:
    return std::sqrt(a);
  case I::fma:
    return std::fma(a, b, c);
  case I::fmuladd:
    return a * b + c;
  case I::minnum:
    return std::fmin(a, b);
  case I::maxnum:
    return std::fmax(a, b);
  case I::sin:
    return std::sin(a);
  case I::cos:
    return std::cos(a);
  case I::exp:
    return std::exp(a);
  case I::exp2:
    return std::exp2(a);
  case I::log:
    return std::log(a);
  case I::log2:
    return std::log2(a);
  case I::log10:
    return std::log10(a);
  default: // pow
    return std::pow(a, b);
  }
}

/// imm: which intrinsic.
template <class F> HEDDLE_OP intrinsicOp(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = bitsOf(intrinsic<F>(static_cast<std::uint32_t>(pc->imm), read<F>(r[pc->a]),
                                   read<F>(r[pc->b]), read<F>(r[pc->c])));
  HEDDLE_NEXT;
}

template <class F> Handler pickCompare(unsigned predicate) {
  switch (predicate) {
#define HEDDLE_CASE(N)                                                                             \
  case N: {                                                                                        \
    /* The bits of LLVM's number are (unordered, less, greater, equal). */                         \
    return compare<F, N>;                                                                          \
  }
    HEDDLE_CASE(0)
    HEDDLE_CASE(1)
    HEDDLE_CASE(2)
    HEDDLE_CASE(3)
    HEDDLE_CASE(4)
    HEDDLE_CASE(5)
    HEDDLE_CASE(6)
    HEDDLE_CASE(7)
    HEDDLE_CASE(8)
    HEDDLE_CASE(9)
    HEDDLE_CASE(10)
    HEDDLE_CASE(11)
    HEDDLE_CASE(12)
    HEDDLE_CASE(13)
    HEDDLE_CASE(14)
#undef HEDDLE_CASE
  default:
    return compare<F, 15>;
  }
}

template <class F> Handler pickBinary(unsigned opcode) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::FAdd:
    return binary<F, I::FAdd>;
  case I::FSub:
    return binary<F, I::FSub>;
  case I::FMul:
    return binary<F, I::FMul>;
  case I::FDiv:
    return binary<F, I::FDiv>;
  case I::FRem:
    return binary<F, I::FRem>;
  default:
    return nullptr;
  }
}

} // namespace

static_assert(llvm::CmpInst::FCMP_OEQ == 1 && llvm::CmpInst::FCMP_OGT == 2 &&
                  llvm::CmpInst::FCMP_OLT == 4 && llvm::CmpInst::FCMP_UNO == 8,
              "compare reads the predicate's bits");

Handler floatBinaryHandler(unsigned opcode, bool isDouble) {
  return isDouble ? pickBinary<double>(opcode) : pickBinary<float>(opcode);
}
Handler floatCompareHandler(unsigned predicate, bool isDouble) {
  return isDouble ? pickCompare<double>(predicate) : pickCompare<float>(predicate);
}
Handler floatNegateHandler(bool isDouble) {
  return isDouble ? negate<double> : negate<float>;
}

Handler floatCastHandler(unsigned opcode, bool fromDouble, bool toDouble) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::FPToSI:
    return pickCast<I::FPToSI>(fromDouble, true);
  case I::FPToUI:
    return pickCast<I::FPToUI>(fromDouble, true);
  case I::SIToFP:
    return pickCast<I::SIToFP>(true, toDouble);
  case I::UIToFP:
    return pickCast<I::UIToFP>(true, toDouble);
  case I::FPTrunc:
  case I::FPExt:
    return pickCast<I::FPExt>(fromDouble, toDouble);
  default:
    return nullptr;
  }
}

Handler floatIntrinsicHandler(unsigned intrinsic, bool isDouble) {
  namespace N = llvm::Intrinsic;
  switch (intrinsic) {
  case N::fabs:
  case N::copysign:
  case N::floor:
  case N::ceil:
  case N::trunc:
  case N::round:
  case N::rint:
  case N::nearbyint:
  case N::roundeven:
  case N::sqrt:
  case N::fma:
  case N::fmuladd:
  case N::minnum:
  case N::maxnum:
  case N::sin:
  case N::cos:
  case N::exp:
  case N::exp2:
  case N::log:
  case N::log2:
  case N::log10:
  case N::pow:
    return isDouble ? intrinsicOp<double> : intrinsicOp<float>;
  default:
    return nullptr;
  }
}

} // namespace heddle::vm
