// Float operations as terms of Z3.
//
// Z3 knows one NaN, real machines have many. What bits an operation gives to its NaN is left open:
// then No is right whatever they are, and Yes is checked by evaluation.
#include "solver/translate.h"

#include <cmath>

namespace heddle::solver {

using expr::Op;
using expr::Ref;

Z3_ast Translator::asReal(Ref node) {
  const Z3_ast bits = forms[node->id].real ? nullptr : asBits(node);
  Forms &form = forms[node->id];
  if (!form.real)
    form.real = Z3_mk_fpa_to_fp_bv(context, bits, floatSort(node->width));
  return form.real;
}

Z3_ast Translator::bitsOfReal(Z3_ast real, unsigned width) {
  const unsigned mantissa = width == 32 ? 23 : 52;
  // All exponent bits and the topmost of the mantissa: the quiet NaNs.
  const std::uint64_t quiet = expr::ones(width - mantissa) << (mantissa - 1);
  const Z3_ast nan = Z3_mk_bvor(context, open(width), number(quiet, width));
  return choose(Z3_mk_fpa_is_nan(context, real), nan, Z3_mk_fpa_to_ieee_bv(context, real));
}

Z3_ast Translator::powerOfTwo(unsigned exponent, unsigned floatWidth, bool negative) {
  const double value = std::ldexp(negative ? -1.0 : 1.0, static_cast<int>(exponent));
  return Z3_mk_fpa_numeral_double(context, value, floatSort(floatWidth));
}

Z3_ast Translator::toInteger(Ref node) {
  const bool isSigned = node->op == Op::FloatToSigned;
  const unsigned width = node->width;
  const unsigned floatWidth = node->a->width;
  const Z3_ast cut = Z3_mk_fpa_round_to_integral(context, towardsZero, asReal(node->a));
  const Z3_ast below =
      Z3_mk_fpa_lt(context, cut, powerOfTwo(isSigned ? width - 1 : width, floatWidth, false));
  const Z3_ast above = isSigned
                           ? Z3_mk_fpa_geq(context, cut, powerOfTwo(width - 1, floatWidth, true))
                           : Z3_mk_fpa_gt(context, cut, powerOfTwo(0, floatWidth, true));
  // One bit more serves both signs; what is out of range is the top bit, as when it is evaluated.
  const Z3_ast fits[] = {below, above};
  const Z3_ast value = Z3_mk_fpa_to_sbv(context, towardsZero, cut, width + 1);
  return choose(Z3_mk_and(context, 2, fits), Z3_mk_extract(context, width - 1, 0, value),
                number(std::uint64_t{1} << (width - 1), width));
}

Translator::Forms Translator::makeFloat(Ref node) {
  auto real = [](Z3_ast term) { return Forms{nullptr, nullptr, term}; };
  auto truth = [](Z3_ast term) { return Forms{term, nullptr, nullptr}; };
  switch (node->op) {
  case Op::SignedToFloat:
    return real(
        Z3_mk_fpa_to_fp_signed(context, nearestEven, asBits(node->a), floatSort(node->width)));
  case Op::UnsignedToFloat:
    return real(
        Z3_mk_fpa_to_fp_unsigned(context, nearestEven, asBits(node->a), floatSort(node->width)));
  case Op::FloatToSigned:
  case Op::FloatToUnsigned:
    return {nullptr, toInteger(node), nullptr};
  case Op::FloatRemainder: // Z3 has IEEE's remainder only, which rounds to nearest.
    return {nullptr, open(node->width), nullptr};
  default:
    break;
  }
  const Z3_ast a = asReal(node->a);
  const Z3_ast b = node->b ? asReal(node->b) : nullptr;
  switch (node->op) {
  case Op::FloatAdd:
    return real(Z3_mk_fpa_add(context, nearestEven, a, b));
  case Op::FloatSub:
    return real(Z3_mk_fpa_sub(context, nearestEven, a, b));
  case Op::FloatMul:
    return real(Z3_mk_fpa_mul(context, nearestEven, a, b));
  case Op::FloatDivide:
    return real(Z3_mk_fpa_div(context, nearestEven, a, b));
  case Op::FloatSqrt:
    return real(Z3_mk_fpa_sqrt(context, nearestEven, a));
  case Op::FloatFma:
    return real(Z3_mk_fpa_fma(context, nearestEven, a, b, asReal(node->c)));
  case Op::FloatRound: {
    const Z3_ast modes[] = {nearestEven, Z3_mk_fpa_rna(context), Z3_mk_fpa_rtn(context),
                            Z3_mk_fpa_rtp(context), towardsZero};
    return real(Z3_mk_fpa_round_to_integral(context, modes[node->value], a));
  }
  case Op::FloatEqual:
    return truth(Z3_mk_fpa_eq(context, a, b));
  case Op::FloatLess:
    return truth(Z3_mk_fpa_lt(context, a, b));
  case Op::FloatLessEqual:
    return truth(Z3_mk_fpa_leq(context, a, b));
  case Op::FloatIsNan:
    return truth(Z3_mk_fpa_is_nan(context, a));
  default: // FloatResize
    return real(Z3_mk_fpa_to_fp_float(context, nearestEven, a, floatSort(node->width)));
  }
}

} // namespace heddle::solver
