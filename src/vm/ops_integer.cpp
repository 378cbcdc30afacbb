// Integers of up to 64 bits.
#include "vm/dispatch.h"
#include "vm/ops.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <type_traits>

namespace heddle::vm {

namespace {

using Inst_ = llvm::Instruction;

template <unsigned Opcode, class T> inline T compute(T a, T b) {
  using S = std::make_signed_t<T>;
  if constexpr (Opcode == Inst_::Add)
    return static_cast<T>(a + b);
  else if constexpr (Opcode == Inst_::Sub)
    return static_cast<T>(a - b);
  else if constexpr (Opcode == Inst_::Mul)
    return static_cast<T>(static_cast<std::uint64_t>(a) * b);
  else if constexpr (Opcode == Inst_::And)
    return a & b;
  else if constexpr (Opcode == Inst_::Or)
    return a | b;
  else if constexpr (Opcode == Inst_::Xor)
    return a ^ b;
  else if constexpr (Opcode == Inst_::Shl)
    return static_cast<T>(static_cast<std::uint64_t>(a) << b);
  else if constexpr (Opcode == Inst_::LShr)
    return static_cast<T>(a >> b);
  else if constexpr (Opcode == Inst_::AShr)
    return static_cast<T>(static_cast<S>(a) >> b);
  else if constexpr (Opcode == Inst_::UDiv)
    return a / b;
  else if constexpr (Opcode == Inst_::URem)
    return a % b;
  else if constexpr (Opcode == Inst_::SDiv)
    return static_cast<T>(static_cast<S>(a) / static_cast<S>(b));
  else if constexpr (Opcode == Inst_::SRem)
    return static_cast<T>(static_cast<S>(a) % static_cast<S>(b));
}

constexpr bool isShift(unsigned opcode) {
  return opcode == Inst_::Shl || opcode == Inst_::LShr || opcode == Inst_::AShr;
}
constexpr bool isDivision(unsigned opcode) {
  return opcode == Inst_::UDiv || opcode == Inst_::SDiv || opcode == Inst_::URem ||
         opcode == Inst_::SRem;
}
constexpr bool isSignedDivision(unsigned opcode) {
  return opcode == Inst_::SDiv || opcode == Inst_::SRem;
}

[[gnu::noinline]] void badShift(const Inst *pc, Executor *x, std::uint64_t amount, unsigned width) {
  x->fault(pc, FaultKind::Shift,
           "shift of a " + std::to_string(width) + "-bit value by " + std::to_string(amount));
}

[[gnu::noinline]] void badDivision(const Inst *pc, Executor *x, bool byZero) {
  x->fault(pc, FaultKind::DivisionByZero,
           byZero ? "division by zero" : "division overflows: smallest value by -1");
}

template <unsigned Opcode, class T, bool Immediate>
HEDDLE_OP binary(const Inst *pc, std::uint64_t *r, Executor *x) {
  using S = std::make_signed_t<T>;
  const T a = static_cast<T>(r[pc->a]);
  const T b = static_cast<T>(Immediate ? pc->imm : r[pc->b]);
  if constexpr (isShift(Opcode)) {
    if (b >= sizeof(T) * 8) [[unlikely]]
      return badShift(pc, x, b, sizeof(T) * 8);
  }
  if constexpr (isDivision(Opcode)) {
    if (b == 0) [[unlikely]]
      return badDivision(pc, x, true);
    if constexpr (isSignedDivision(Opcode)) {
      if (static_cast<S>(b) == -1 && static_cast<S>(a) == std::numeric_limits<S>::min())
          [[unlikely]]
        return badDivision(pc, x, false);
    }
  }
  r[pc->dst] = compute<Opcode, T>(a, b);
  HEDDLE_NEXT;
}

/// Any width up to 64, in c.
template <unsigned Opcode> HEDDLE_OP binaryOdd(const Inst *pc, std::uint64_t *r, Executor *x) {
  const unsigned width = pc->c;
  std::uint64_t a = r[pc->a];
  std::uint64_t b = r[pc->b];
  if constexpr (isShift(Opcode)) {
    if (b >= width) [[unlikely]]
      return badShift(pc, x, b, width);
  }
  if constexpr (isDivision(Opcode)) {
    if (b == 0) [[unlikely]]
      return badDivision(pc, x, true);
  }
  if constexpr (isSignedDivision(Opcode) || Opcode == Inst_::AShr) {
    a = static_cast<std::uint64_t>(signExtend(a, width));
    if constexpr (isSignedDivision(Opcode)) {
      if (b == maskOf(width) &&
          a == static_cast<std::uint64_t>(signExtend(std::uint64_t{1} << (width - 1), width)))
        return badDivision(pc, x, false);
      b = static_cast<std::uint64_t>(signExtend(b, width));
    }
  }
  r[pc->dst] = compute<Opcode, std::uint64_t>(a, b) & maskOf(width);
  HEDDLE_NEXT;
}

template <unsigned Opcode> Handler pickBinary(unsigned width, bool immediate) {
  switch (width) {
  case 8:
    return immediate ? binary<Opcode, std::uint8_t, true> : binary<Opcode, std::uint8_t, false>;
  case 16:
    return immediate ? binary<Opcode, std::uint16_t, true> : binary<Opcode, std::uint16_t, false>;
  case 32:
    return immediate ? binary<Opcode, std::uint32_t, true> : binary<Opcode, std::uint32_t, false>;
  case 64:
    return immediate ? binary<Opcode, std::uint64_t, true> : binary<Opcode, std::uint64_t, false>;
  default:
    return binaryOdd<Opcode>;
  }
}

template <unsigned Opcode> HEDDLE_OP checked(const Inst *pc, std::uint64_t *r, Executor *x) {
  const unsigned width = pc->c;
  const std::int64_t a = signExtend(r[pc->a], width);
  const std::int64_t b = signExtend(r[pc->b], width);
  std::int64_t result = 0;
  bool overflows = false;
  if constexpr (Opcode == Inst_::Add)
    overflows = __builtin_add_overflow(a, b, &result);
  else if constexpr (Opcode == Inst_::Sub)
    overflows = __builtin_sub_overflow(a, b, &result);
  else
    overflows = __builtin_mul_overflow(a, b, &result);
  if (overflows || signExtend(static_cast<std::uint64_t>(result), width) != result) [[unlikely]] {
    const char *sign = Opcode == Inst_::Add ? " + " : Opcode == Inst_::Sub ? " - " : " * ";
    return x->fault(pc, FaultKind::Overflow,
                    "signed overflow: " + std::to_string(a) + sign + std::to_string(b) +
                        " does not fit in " + std::to_string(width) + " bits");
  }
  r[pc->dst] = static_cast<std::uint64_t>(result) & maskOf(width);
  HEDDLE_NEXT;
}

template <llvm::CmpInst::Predicate P, class T> inline bool holds(T a, T b) {
  using S = std::make_signed_t<T>;
  const S sa = static_cast<S>(a);
  const S sb = static_cast<S>(b);
  if constexpr (P == llvm::CmpInst::ICMP_EQ)
    return a == b;
  else if constexpr (P == llvm::CmpInst::ICMP_NE)
    return a != b;
  else if constexpr (P == llvm::CmpInst::ICMP_UGT)
    return a > b;
  else if constexpr (P == llvm::CmpInst::ICMP_UGE)
    return a >= b;
  else if constexpr (P == llvm::CmpInst::ICMP_ULT)
    return a < b;
  else if constexpr (P == llvm::CmpInst::ICMP_ULE)
    return a <= b;
  else if constexpr (P == llvm::CmpInst::ICMP_SGT)
    return sa > sb;
  else if constexpr (P == llvm::CmpInst::ICMP_SGE)
    return sa >= sb;
  else if constexpr (P == llvm::CmpInst::ICMP_SLT)
    return sa < sb;
  else
    return sa <= sb;
}

template <llvm::CmpInst::Predicate P, class T, bool Immediate>
HEDDLE_OP compare(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] =
      holds<P, T>(static_cast<T>(r[pc->a]), static_cast<T>(Immediate ? pc->imm : r[pc->b]));
  HEDDLE_NEXT;
}

template <llvm::CmpInst::Predicate P>
HEDDLE_OP compareOdd(const Inst *pc, std::uint64_t *r, Executor *x) {
  const unsigned shift = 64 - pc->c; // Shifting both up keeps either order.
  r[pc->dst] = holds<P, std::uint64_t>(r[pc->a] << shift, r[pc->b] << shift);
  HEDDLE_NEXT;
}

template <llvm::CmpInst::Predicate P, class T>
HEDDLE_OP compareBranch(const Inst *pc, std::uint64_t *r, Executor *x) {
  const bool taken = holds<P, T>(static_cast<T>(r[pc->a]), static_cast<T>(r[pc->b]));
  x->budget -= pc->c;
  if (x->budget < 0) [[unlikely]]
    return x->refill(pc);
  const Inst *target = pc + static_cast<std::int32_t>(taken ? pc->imm : pc->imm >> 32);
  HEDDLE_GO(target);
}

template <llvm::CmpInst::Predicate P> Handler pickCompare(unsigned width, bool immediate) {
  switch (width) {
  case 8:
    return immediate ? compare<P, std::uint8_t, true> : compare<P, std::uint8_t, false>;
  case 16:
    return immediate ? compare<P, std::uint16_t, true> : compare<P, std::uint16_t, false>;
  case 32:
    return immediate ? compare<P, std::uint32_t, true> : compare<P, std::uint32_t, false>;
  case 64:
    return immediate ? compare<P, std::uint64_t, true> : compare<P, std::uint64_t, false>;
  default:
    return compareOdd<P>;
  }
}

template <llvm::CmpInst::Predicate P> Handler pickCompareBranch(unsigned width) {
  switch (width) {
  case 8:
    return compareBranch<P, std::uint8_t>;
  case 16:
    return compareBranch<P, std::uint16_t>;
  case 32:
    return compareBranch<P, std::uint32_t>;
  default:
    return compareBranch<P, std::uint64_t>;
  }
}

/// Calls `pick.template operator()<P>()` for the predicate.
template <class F> Handler byPredicate(unsigned predicate, F pick) {
  using C = llvm::CmpInst;
  switch (predicate) {
  case C::ICMP_EQ:
    return pick.template operator()<C::ICMP_EQ>();
  case C::ICMP_NE:
    return pick.template operator()<C::ICMP_NE>();
  case C::ICMP_UGT:
    return pick.template operator()<C::ICMP_UGT>();
  case C::ICMP_UGE:
    return pick.template operator()<C::ICMP_UGE>();
  case C::ICMP_ULT:
    return pick.template operator()<C::ICMP_ULT>();
  case C::ICMP_ULE:
    return pick.template operator()<C::ICMP_ULE>();
  case C::ICMP_SGT:
    return pick.template operator()<C::ICMP_SGT>();
  case C::ICMP_SGE:
    return pick.template operator()<C::ICMP_SGE>();
  case C::ICMP_SLT:
    return pick.template operator()<C::ICMP_SLT>();
  default:
    return pick.template operator()<C::ICMP_SLE>();
  }
}

HEDDLE_OP truncate(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = r[pc->a] & pc->imm;
  HEDDLE_NEXT;
}

template <class S> HEDDLE_OP extend(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = static_cast<std::uint64_t>(std::int64_t{static_cast<S>(r[pc->a])}) & pc->imm;
  HEDDLE_NEXT;
}

HEDDLE_OP extendOdd(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = static_cast<std::uint64_t>(signExtend(r[pc->a], pc->c)) & pc->imm;
  HEDDLE_NEXT;
}

HEDDLE_OP select(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = r[pc->a] & 1 ? r[pc->b] : r[pc->c];
  HEDDLE_NEXT;
}

HEDDLE_OP move(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = r[pc->a];
  HEDDLE_NEXT;
}

HEDDLE_OP constant(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = pc->imm;
  HEDDLE_NEXT;
}

/// ctpop, bswap, saturating arithmetic, ...: rare enough for one switch. a, b and imm are
/// registers.
std::uint64_t integerIntrinsic(unsigned intrinsic, unsigned width, std::uint64_t a, std::uint64_t b,
                               std::uint64_t third) {
  const std::uint64_t mask = maskOf(width);
  const std::int64_t sa = signExtend(a, width);
  const std::int64_t sb = signExtend(b, width);
  const std::int64_t highest = static_cast<std::int64_t>(mask >> 1);
  const std::int64_t lowest = -highest - 1;
  auto clamp = [&](__int128 value) {
    return static_cast<std::uint64_t>(value > highest  ? highest
                                      : value < lowest ? lowest
                                                       : static_cast<std::int64_t>(value)) &
           mask;
  };
  switch (intrinsic) {
  case llvm::Intrinsic::ctpop:
    return static_cast<std::uint64_t>(std::popcount(a));
  case llvm::Intrinsic::ctlz:
    return a ? static_cast<std::uint64_t>(std::countl_zero(a)) - (64 - width) : width;
  case llvm::Intrinsic::cttz:
    return a ? static_cast<std::uint64_t>(std::countr_zero(a)) : width;
  case llvm::Intrinsic::bswap:
    return __builtin_bswap64(a) >> (64 - width);
  case llvm::Intrinsic::bitreverse:
    return __builtin_bitreverse64(a) >> (64 - width);
  case llvm::Intrinsic::abs:
    return (sa < 0 ? 0 - static_cast<std::uint64_t>(sa) : a) & mask;
  case llvm::Intrinsic::smax:
    return sa > sb ? a : b;
  case llvm::Intrinsic::smin:
    return sa < sb ? a : b;
  case llvm::Intrinsic::umax:
    return std::max(a, b);
  case llvm::Intrinsic::umin:
    return std::min(a, b);
  case llvm::Intrinsic::uadd_sat: {
    const unsigned __int128 sum = static_cast<unsigned __int128>(a) + b;
    return sum > mask ? mask : static_cast<std::uint64_t>(sum);
  }
  case llvm::Intrinsic::usub_sat:
    return a < b ? 0 : a - b;
  case llvm::Intrinsic::sadd_sat:
    return clamp(static_cast<__int128>(sa) + sb);
  case llvm::Intrinsic::ssub_sat:
    return clamp(static_cast<__int128>(sa) - sb);
  case llvm::Intrinsic::ushl_sat:
    return (a << b & mask) >> b == a ? a << b & mask : mask;
  case llvm::Intrinsic::sshl_sat: {
    const std::int64_t shifted = signExtend(static_cast<std::uint64_t>(sa) << b & mask, width);
    return shifted >> b == sa ? static_cast<std::uint64_t>(shifted) & mask
                              : static_cast<std::uint64_t>(sa < 0 ? lowest : highest) & mask;
  }
  case llvm::Intrinsic::fshl: {
    const std::uint64_t by = third % width;
    return (by ? a << by | b >> (width - by) : a) & mask;
  }
  case llvm::Intrinsic::fshr: {
    const std::uint64_t by = third % width;
    return (by ? a << (width - by) | b >> by : b) & mask;
  }
  case llvm::Intrinsic::ucmp:
    return static_cast<std::uint64_t>(a < b ? -1 : a > b) & mask;
  default: // scmp
    return static_cast<std::uint64_t>(sa < sb ? -1 : sa > sb) & mask;
  }
}

template <unsigned I> HEDDLE_OP intrinsicOp(const Inst *pc, std::uint64_t *r, Executor *x) {
  const bool three = I == llvm::Intrinsic::fshl || I == llvm::Intrinsic::fshr;
  r[pc->dst] = integerIntrinsic(I, pc->c, r[pc->a], r[pc->b], three ? r[pc->imm] : 0);
  HEDDLE_NEXT;
}

template <unsigned I> HEDDLE_OP overflowOp(const Inst *pc, std::uint64_t *r, Executor *x) {
  using namespace llvm;
  const unsigned width = pc->c;
  const std::uint64_t a = r[pc->a];
  const std::uint64_t b = r[pc->b];
  bool overflows = false;
  std::uint64_t value = 0;
  if constexpr (I == Intrinsic::uadd_with_overflow || I == Intrinsic::usub_with_overflow ||
                I == Intrinsic::umul_with_overflow) {
    if constexpr (I == Intrinsic::uadd_with_overflow)
      overflows = __builtin_add_overflow(a, b, &value);
    else if constexpr (I == Intrinsic::usub_with_overflow)
      overflows = __builtin_sub_overflow(a, b, &value);
    else
      overflows = __builtin_mul_overflow(a, b, &value);
    overflows |= value > maskOf(width);
  } else {
    std::int64_t result = 0;
    const std::int64_t sa = signExtend(a, width);
    const std::int64_t sb = signExtend(b, width);
    if constexpr (I == Intrinsic::sadd_with_overflow)
      overflows = __builtin_add_overflow(sa, sb, &result);
    else if constexpr (I == Intrinsic::ssub_with_overflow)
      overflows = __builtin_sub_overflow(sa, sb, &result);
    else
      overflows = __builtin_mul_overflow(sa, sb, &result);
    value = static_cast<std::uint64_t>(result);
    overflows |= signExtend(value, width) != result;
  }
  r[pc->dst] = value & maskOf(width);
  r[pc->dst + 1] = overflows;
  HEDDLE_NEXT;
}

} // namespace

bool isPlainWidth(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

Handler binaryHandler(unsigned opcode, unsigned width, bool immediate) {
  switch (opcode) {
#define HEDDLE_CASE(OP)                                                                            \
  case Inst_::OP:                                                                                  \
    return pickBinary<Inst_::OP>(width, immediate)
    HEDDLE_CASE(Add);
    HEDDLE_CASE(Sub);
    HEDDLE_CASE(Mul);
    HEDDLE_CASE(And);
    HEDDLE_CASE(Or);
    HEDDLE_CASE(Xor);
    HEDDLE_CASE(Shl);
    HEDDLE_CASE(LShr);
    HEDDLE_CASE(AShr);
    HEDDLE_CASE(UDiv);
    HEDDLE_CASE(SDiv);
    HEDDLE_CASE(URem);
    HEDDLE_CASE(SRem);
#undef HEDDLE_CASE
  default:
    return nullptr;
  }
}

Handler checkedBinaryHandler(unsigned opcode) {
  switch (opcode) {
  case Inst_::Add:
    return checked<Inst_::Add>;
  case Inst_::Sub:
    return checked<Inst_::Sub>;
  case Inst_::Mul:
    return checked<Inst_::Mul>;
  default:
    return nullptr;
  }
}

Handler compareHandler(unsigned predicate, unsigned width, bool immediate) {
  return byPredicate(
      predicate, [&]<llvm::CmpInst::Predicate P>() { return pickCompare<P>(width, immediate); });
}

Handler compareBranchHandler(unsigned predicate, unsigned width) {
  return byPredicate(predicate,
                     [&]<llvm::CmpInst::Predicate P>() { return pickCompareBranch<P>(width); });
}

Handler truncateHandler() {
  return truncate;
}
Handler signExtendHandler(unsigned fromWidth) {
  switch (fromWidth) {
  case 8:
    return extend<std::int8_t>;
  case 16:
    return extend<std::int16_t>;
  case 32:
    return extend<std::int32_t>;
  default:
    return extendOdd;
  }
}
Handler selectHandler() {
  return select;
}
Handler moveHandler() {
  return move;
}
Handler constantHandler() {
  return constant;
}

Handler integerIntrinsicHandler(unsigned intrinsic) {
  switch (intrinsic) {
#define HEDDLE_CASE(NAME)                                                                          \
  case llvm::Intrinsic::NAME:                                                                      \
    return intrinsicOp<llvm::Intrinsic::NAME>
    HEDDLE_CASE(ctpop);
    HEDDLE_CASE(ctlz);
    HEDDLE_CASE(cttz);
    HEDDLE_CASE(bswap);
    HEDDLE_CASE(bitreverse);
    HEDDLE_CASE(abs);
    HEDDLE_CASE(smax);
    HEDDLE_CASE(smin);
    HEDDLE_CASE(umax);
    HEDDLE_CASE(umin);
    HEDDLE_CASE(uadd_sat);
    HEDDLE_CASE(usub_sat);
    HEDDLE_CASE(sadd_sat);
    HEDDLE_CASE(ssub_sat);
    HEDDLE_CASE(ushl_sat);
    HEDDLE_CASE(sshl_sat);
    HEDDLE_CASE(fshl);
    HEDDLE_CASE(fshr);
    HEDDLE_CASE(ucmp);
    HEDDLE_CASE(scmp);
#undef HEDDLE_CASE
  default:
    return nullptr;
  }
}

Handler overflowIntrinsicHandler(unsigned intrinsic) {
  switch (intrinsic) {
#define HEDDLE_CASE(NAME)                                                                          \
  case llvm::Intrinsic::NAME:                                                                      \
    return overflowOp<llvm::Intrinsic::NAME>
    HEDDLE_CASE(uadd_with_overflow);
    HEDDLE_CASE(usub_with_overflow);
    HEDDLE_CASE(umul_with_overflow);
    HEDDLE_CASE(sadd_with_overflow);
    HEDDLE_CASE(ssub_with_overflow);
    HEDDLE_CASE(smul_with_overflow);
#undef HEDDLE_CASE
  default:
    return nullptr;
  }
}

} // namespace heddle::vm
