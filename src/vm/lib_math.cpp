// math.h and the arithmetic of complex numbers, by the host's libraries.
#include "vm/dispatch.h"
#include "vm/library.h"

#include <cerrno>
#include <cmath>
#include <complex>

namespace heddle::vm {

namespace {

/// Values of the program's types from and to registers. A long double takes two of them.
template <class F> constexpr std::size_t width = sizeof(F) > 8 ? 2 : 1;

template <class F> F argument(Call &call, std::size_t index) {
  if constexpr (sizeof(F) == 4) {
    return asFloat(call[index]);
  } else if constexpr (sizeof(F) == 8) {
    return asDouble(call[index]);
  } else {
    const std::uint64_t parts[2] = {call[2 * index], call[2 * index + 1]};
    F value = 0;
    std::memcpy(&value, parts, 10);
    return value;
  }
}

template <class F> void put(std::uint64_t *r, F value) {
  if constexpr (sizeof(F) <= 8) {
    *r = bitsOf(value);
  } else {
    r[1] = 0;
    std::memcpy(r, &value, 10);
  }
}

template <class... F> Reached give(Call &call, F... values) {
  if (call.site.resultRegisters) {
    std::uint64_t *r = call.thread().frameRegisters(call.thread().top()) + call.site.dst;
    ((put(r, values), r += width<F>), ...);
  }
  return Reached::Done;
}

/// Runs a function of the host and passes its errno on.
template <class Work> auto withErrno(Call &call, Work work) {
  errno = 0;
  const auto result = work();
  if (errno)
    call.setErrno(errno);
  return result;
}

template <auto F> struct One;
template <class T, T (*F)(T)> struct One<F> {
  static Reached run(Call &call) {
    const T a = argument<T>(call, 0);
    return give(call, withErrno(call, [&] { return F(a); }));
  }
};
template <auto F> struct Two;
template <class T, T (*F)(T, T)> struct Two<F> {
  static Reached run(Call &call) {
    const T a = argument<T>(call, 0);
    const T b = argument<T>(call, 1);
    return give(call, withErrno(call, [&] { return F(a, b); }));
  }
};
template <class T> Reached fusedMultiply(Call &call) {
  return give(call, std::fma(argument<T>(call, 0), argument<T>(call, 1), argument<T>(call, 2)));
}
template <class T, auto F> Reached toInteger(Call &call) {
  const T a = argument<T>(call, 0);
  return call.done(static_cast<std::uint64_t>(withErrno(call, [&] { return F(a); })));
}
template <class T> Reached scale(Call &call) {
  const auto by = static_cast<int>(call[width<T>]);
  const T a = argument<T>(call, 0);
  return give(call, withErrno(call, [&] { return std::ldexp(a, by); }));
}
template <class T> Reached fraction(Call &call) {
  int exponent = 0;
  const T result = std::frexp(argument<T>(call, 0), &exponent);
  return call.store(call[width<T>], static_cast<std::uint32_t>(exponent), 4) ? give(call, result)
                                                                             : Reached::Stopped;
}
template <class T> Reached quotient(Call &call) {
  int bits = 0;
  const T a = argument<T>(call, 0);
  const T b = argument<T>(call, 1);
  const T result = withErrno(call, [&] { return std::remquo(a, b, &bits); });
  return call.store(call[2 * width<T>], static_cast<std::uint32_t>(bits), 4) ? give(call, result)
                                                                             : Reached::Stopped;
}
/// Without the sign, which the plain function leaves in a variable of the whole process.
template <class T, T (*F)(T, int *)> T logGamma(T a) {
  int sign = 0;
  return F(a, &sign);
}
template <class T> Reached parts(Call &call) {
  T whole = 0;
  const T result = std::modf(argument<T>(call, 0), &whole);
  std::uint64_t bits[2] = {0, 0};
  put(bits, whole);
  std::uint8_t *place = call.write(call[width<T>], sizeof(T));
  if (!place)
    return Reached::Stopped;
  std::memcpy(place, bits, sizeof(T));
  return give(call, result);
}

/// The compiler calls these for complex numbers; the host's compiler calls the same ones.
template <class T, bool Divides> Reached complex(Call &call) {
  std::complex<T> left(argument<T>(call, 0), argument<T>(call, 1));
  const std::complex<T> right(argument<T>(call, 2), argument<T>(call, 3));
  if constexpr (Divides)
    left /= right;
  else
    left *= right;
  return give(call, left.real(), left.imag());
}

#define HEDDLE_MATH_ONE(NAME)                                                                      \
  {#NAME, One<static_cast<double (*)(double)>(::NAME)>::run},                                      \
      {#NAME "f", One<static_cast<float (*)(float)>(::NAME##f)>::run}, {                           \
    #NAME "l", One<static_cast<long double (*)(long double)>(::NAME##l)>::run                      \
  }
#define HEDDLE_MATH_TWO(NAME)                                                                      \
  {#NAME, Two<static_cast<double (*)(double, double)>(::NAME)>::run},                              \
      {#NAME "f", Two<static_cast<float (*)(float, float)>(::NAME##f)>::run}, {                    \
    #NAME "l", Two<static_cast<long double (*)(long double, long double)>(::NAME##l)>::run         \
  }
#define HEDDLE_MATH_INTEGER(NAME)                                                                  \
  {#NAME, toInteger<double, ::NAME>}, {#NAME "f", toInteger<float, ::NAME##f>}, {                  \
    #NAME "l", toInteger<long double, ::NAME##l>                                                   \
  }

constexpr LibraryFunction functions[] = {
    HEDDLE_MATH_ONE(sin),
    HEDDLE_MATH_ONE(cos),
    HEDDLE_MATH_ONE(tan),
    HEDDLE_MATH_ONE(asin),
    HEDDLE_MATH_ONE(acos),
    HEDDLE_MATH_ONE(atan),
    HEDDLE_MATH_ONE(sinh),
    HEDDLE_MATH_ONE(cosh),
    HEDDLE_MATH_ONE(tanh),
    HEDDLE_MATH_ONE(asinh),
    HEDDLE_MATH_ONE(acosh),
    HEDDLE_MATH_ONE(atanh),
    HEDDLE_MATH_ONE(exp),
    HEDDLE_MATH_ONE(exp2),
    HEDDLE_MATH_ONE(expm1),
    HEDDLE_MATH_ONE(log),
    HEDDLE_MATH_ONE(log2),
    HEDDLE_MATH_ONE(log10),
    HEDDLE_MATH_ONE(log1p),
    HEDDLE_MATH_ONE(logb),
    HEDDLE_MATH_ONE(sqrt),
    HEDDLE_MATH_ONE(cbrt),
    HEDDLE_MATH_ONE(floor),
    HEDDLE_MATH_ONE(ceil),
    HEDDLE_MATH_ONE(trunc),
    HEDDLE_MATH_ONE(round),
    HEDDLE_MATH_ONE(roundeven),
    HEDDLE_MATH_ONE(rint),
    HEDDLE_MATH_ONE(nearbyint),
    HEDDLE_MATH_ONE(fabs),
    HEDDLE_MATH_ONE(erf),
    HEDDLE_MATH_ONE(erfc),
    HEDDLE_MATH_ONE(tgamma),
    HEDDLE_MATH_ONE(exp10),
    HEDDLE_MATH_ONE(j0),
    HEDDLE_MATH_ONE(j1),
    HEDDLE_MATH_ONE(y0),
    HEDDLE_MATH_ONE(y1),
    {"lgamma", One<logGamma<double, ::lgamma_r>>::run},
    {"lgammaf", One<logGamma<float, ::lgammaf_r>>::run},
    {"lgammal", One<logGamma<long double, ::lgammal_r>>::run},
    HEDDLE_MATH_TWO(pow),
    HEDDLE_MATH_TWO(fmod),
    HEDDLE_MATH_TWO(atan2),
    HEDDLE_MATH_TWO(hypot),
    HEDDLE_MATH_TWO(fmin),
    HEDDLE_MATH_TWO(fmax),
    HEDDLE_MATH_TWO(fdim),
    HEDDLE_MATH_TWO(copysign),
    HEDDLE_MATH_TWO(remainder),
    HEDDLE_MATH_TWO(nextafter),
    HEDDLE_MATH_INTEGER(lround),
    HEDDLE_MATH_INTEGER(llround),
    HEDDLE_MATH_INTEGER(lrint),
    HEDDLE_MATH_INTEGER(llrint),
    HEDDLE_MATH_INTEGER(ilogb),
    {"ldexp", scale<double>},
    {"ldexpf", scale<float>},
    {"ldexpl", scale<long double>},
    {"scalbn", scale<double>},
    {"scalbnf", scale<float>},
    {"scalbnl", scale<long double>},
    {"scalbln", scale<double>},
    {"scalblnf", scale<float>},
    {"scalblnl", scale<long double>},
    {"remquo", quotient<double>},
    {"remquof", quotient<float>},
    {"remquol", quotient<long double>},
    {"fma", fusedMultiply<double>},
    {"fmaf", fusedMultiply<float>},
    {"fmal", fusedMultiply<long double>},
    {"frexp", fraction<double>},
    {"frexpf", fraction<float>},
    {"frexpl", fraction<long double>},
    {"modf", parts<double>},
    {"modff", parts<float>},
    {"modfl", parts<long double>},
    {"__mulsc3", complex<float, false>},
    {"__muldc3", complex<double, false>},
    {"__mulxc3", complex<long double, false>},
    {"__divsc3", complex<float, true>},
    {"__divdc3", complex<double, true>},
    {"__divxc3", complex<long double, true>},
};

} // namespace

std::span<const LibraryFunction> mathFunctions() {
  return functions;
}

} // namespace heddle::vm
