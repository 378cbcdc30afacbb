// Intrinsics that take floats apart, put them together, or turn them into integers.
#include "vm/dispatch.h"
#include "vm/ops.h"

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

template <class F> HEDDLE_OP fraction(const Inst *pc, std::uint64_t *r, Executor *x) {
  int exponent = 0;
  r[pc->dst] = bitsOf(std::frexp(read<F>(r[pc->a]), &exponent));
  r[pc->dst + 1] = static_cast<std::uint32_t>(exponent);
  HEDDLE_NEXT;
}

template <class F> HEDDLE_OP scale(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = bitsOf(std::ldexp(read<F>(r[pc->a]), static_cast<std::int32_t>(r[pc->b])));
  HEDDLE_NEXT;
}

/// By repeated multiplication, as the compiler's runtime library does it.
template <class F> HEDDLE_OP powerOfInteger(const Inst *pc, std::uint64_t *r, Executor *x) {
  const auto exponent = static_cast<std::int32_t>(r[pc->b]);
  if constexpr (sizeof(F) == 8)
    r[pc->dst] = bitsOf(__builtin_powi(asDouble(r[pc->a]), exponent));
  else
    r[pc->dst] = bitsOf(__builtin_powif(asFloat(r[pc->a]), exponent));
  HEDDLE_NEXT;
}

template <class F> HEDDLE_OP toNearest(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = static_cast<std::uint64_t>(std::llrint(read<F>(r[pc->a])));
  HEDDLE_NEXT;
}

template <class F> HEDDLE_OP halfAway(const Inst *pc, std::uint64_t *r, Executor *x) {
  r[pc->dst] = static_cast<std::uint64_t>(std::llround(read<F>(r[pc->a])));
  HEDDLE_NEXT;
}

template <class F> Handler pick(unsigned intrinsic) {
  namespace I = llvm::Intrinsic;
  switch (intrinsic) {
  case I::frexp:
    return fraction<F>;
  case I::ldexp:
    return scale<F>;
  case I::powi:
    return powerOfInteger<F>;
  case I::lrint:
  case I::llrint:
    return toNearest<F>;
  case I::lround:
  case I::llround:
    return halfAway<F>;
  default:
    return nullptr;
  }
}

} // namespace

Handler floatMixedHandler(unsigned intrinsic, bool isDouble) {
  return isDouble ? pick<double>(intrinsic) : pick<float>(intrinsic);
}

} // namespace heddle::vm
