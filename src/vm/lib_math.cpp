// math.h, by the host's libm.
#include "vm/dispatch.h"
#include "vm/library.h"

#include <cmath>

namespace heddle::vm {

namespace {

template <double (*F)(double)> Reached one(Call &call) {
  return call.done(bitsOf(F(asDouble(call[0]))));
}
template <double (*F)(double, double)> Reached two(Call &call) {
  return call.done(bitsOf(F(asDouble(call[0]), asDouble(call[1]))));
}
template <float (*F)(float)> Reached oneFloat(Call &call) {
  return call.done(bitsOf(F(asFloat(call[0]))));
}
template <float (*F)(float, float)> Reached twoFloat(Call &call) {
  return call.done(bitsOf(F(asFloat(call[0]), asFloat(call[1]))));
}
Reached roundToLong(Call &call) {
  return call.done(static_cast<std::uint64_t>(std::lround(asDouble(call[0]))));
}
Reached rintToLong(Call &call) {
  return call.done(static_cast<std::uint64_t>(std::lrint(asDouble(call[0]))));
}
Reached scale(Call &call) {
  return call.done(bitsOf(std::ldexp(asDouble(call[0]), static_cast<int>(call[1]))));
}
Reached fusedMultiply(Call &call) {
  return call.done(bitsOf(std::fma(asDouble(call[0]), asDouble(call[1]), asDouble(call[2]))));
}
Reached fraction(Call &call) {
  int exponent = 0;
  const double result = std::frexp(asDouble(call[0]), &exponent);
  const auto stored = static_cast<std::uint32_t>(exponent);
  return call.store(call[1], stored, 4) ? call.done(bitsOf(result)) : Reached::Stopped;
}
Reached parts(Call &call) {
  double whole = 0;
  const double result = std::modf(asDouble(call[0]), &whole);
  return call.store(call[1], bitsOf(whole), 8) ? call.done(bitsOf(result)) : Reached::Stopped;
}

#define HEDDLE_MATH_ONE(NAME)                                                                      \
  {#NAME, one<static_cast<double (*)(double)>(::NAME)>}, {                                         \
    #NAME "f", oneFloat<static_cast<float (*)(float)>(::NAME##f)>                                  \
  }
#define HEDDLE_MATH_TWO(NAME)                                                                      \
  {#NAME, two<static_cast<double (*)(double, double)>(::NAME)>}, {                                 \
    #NAME "f", twoFloat<static_cast<float (*)(float, float)>(::NAME##f)>                           \
  }

constexpr LibraryFunction functions[] = {
    HEDDLE_MATH_ONE(sin),       HEDDLE_MATH_ONE(cos),
    HEDDLE_MATH_ONE(tan),       HEDDLE_MATH_ONE(asin),
    HEDDLE_MATH_ONE(acos),      HEDDLE_MATH_ONE(atan),
    HEDDLE_MATH_ONE(sinh),      HEDDLE_MATH_ONE(cosh),
    HEDDLE_MATH_ONE(tanh),      HEDDLE_MATH_ONE(asinh),
    HEDDLE_MATH_ONE(acosh),     HEDDLE_MATH_ONE(atanh),
    HEDDLE_MATH_ONE(exp),       HEDDLE_MATH_ONE(exp2),
    HEDDLE_MATH_ONE(expm1),     HEDDLE_MATH_ONE(log),
    HEDDLE_MATH_ONE(log2),      HEDDLE_MATH_ONE(log10),
    HEDDLE_MATH_ONE(log1p),     HEDDLE_MATH_ONE(sqrt),
    HEDDLE_MATH_ONE(cbrt),      HEDDLE_MATH_ONE(floor),
    HEDDLE_MATH_ONE(ceil),      HEDDLE_MATH_ONE(trunc),
    HEDDLE_MATH_ONE(round),     HEDDLE_MATH_ONE(rint),
    HEDDLE_MATH_ONE(nearbyint), HEDDLE_MATH_ONE(fabs),
    HEDDLE_MATH_ONE(erf),       HEDDLE_MATH_ONE(erfc),
    HEDDLE_MATH_ONE(tgamma),    HEDDLE_MATH_TWO(pow),
    HEDDLE_MATH_TWO(fmod),      HEDDLE_MATH_TWO(atan2),
    HEDDLE_MATH_TWO(hypot),     HEDDLE_MATH_TWO(fmin),
    HEDDLE_MATH_TWO(fmax),      HEDDLE_MATH_TWO(fdim),
    HEDDLE_MATH_TWO(copysign),  HEDDLE_MATH_TWO(remainder),
    HEDDLE_MATH_TWO(nextafter), {"lround", roundToLong},
    {"llround", roundToLong},   {"lrint", rintToLong},
    {"llrint", rintToLong},     {"ldexp", scale},
    {"scalbn", scale},          {"fma", fusedMultiply},
    {"frexp", fraction},        {"modf", parts},
};

} // namespace

std::span<const LibraryFunction> mathFunctions() {
  return functions;
}

} // namespace heddle::vm
