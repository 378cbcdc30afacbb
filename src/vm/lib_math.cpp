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

#define HEDDLE_MATH(KIND, NAME)                                                                    \
  {#NAME, KIND<static_cast<double (*)(HEDDLE_##KIND(double))>(::NAME)>::run},                      \
      {#NAME "f", KIND<static_cast<float (*)(HEDDLE_##KIND(float))>(::NAME##f)>::run}, {           \
    #NAME "l", KIND<static_cast<long double (*)(HEDDLE_##KIND(long double))>(::NAME##l)>::run      \
  }
#define HEDDLE_One(T) T
#define HEDDLE_Two(T) T, T
#define HEDDLE_MATH_INTEGER(NAME)                                                                  \
  {#NAME, toInteger<double, ::NAME>}, {#NAME "f", toInteger<float, ::NAME##f>}, {                  \
    #NAME "l", toInteger<long double, ::NAME##l>                                                   \
  }

constexpr LibraryFunction functions[] = {
    HEDDLE_MATH(One, sin),
    HEDDLE_MATH(One, cos),
    HEDDLE_MATH(One, tan),
    HEDDLE_MATH(One, asin),
    HEDDLE_MATH(One, acos),
    HEDDLE_MATH(One, atan),
    HEDDLE_MATH(One, sinh),
    HEDDLE_MATH(One, cosh),
    HEDDLE_MATH(One, tanh),
    HEDDLE_MATH(One, asinh),
    HEDDLE_MATH(One, acosh),
    HEDDLE_MATH(One, atanh),
    HEDDLE_MATH(One, exp),
    HEDDLE_MATH(One, exp2),
    HEDDLE_MATH(One, expm1),
    HEDDLE_MATH(One, log),
    HEDDLE_MATH(One, log2),
    HEDDLE_MATH(One, log10),
    HEDDLE_MATH(One, log1p),
    HEDDLE_MATH(One, logb),
    HEDDLE_MATH(One, sqrt),
    HEDDLE_MATH(One, cbrt),
    HEDDLE_MATH(One, floor),
    HEDDLE_MATH(One, ceil),
    HEDDLE_MATH(One, trunc),
    HEDDLE_MATH(One, round),
    HEDDLE_MATH(One, roundeven),
    HEDDLE_MATH(One, rint),
    HEDDLE_MATH(One, nearbyint),
    HEDDLE_MATH(One, fabs),
    HEDDLE_MATH(One, erf),
    HEDDLE_MATH(One, erfc),
    HEDDLE_MATH(One, tgamma),
    HEDDLE_MATH(Two, pow),
    HEDDLE_MATH(Two, fmod),
    HEDDLE_MATH(Two, atan2),
    HEDDLE_MATH(Two, hypot),
    HEDDLE_MATH(Two, fmin),
    HEDDLE_MATH(Two, fmax),
    HEDDLE_MATH(Two, fdim),
    HEDDLE_MATH(Two, copysign),
    HEDDLE_MATH(Two, remainder),
    HEDDLE_MATH(Two, nextafter),
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
