#include "expr/fold.h"

#include <bit>
#include <cmath>

namespace heddle::expr {

namespace {

template <class T> T real(std::uint64_t bits) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else
    return std::bit_cast<double>(bits);
}

std::uint64_t bitsOf(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
std::uint64_t bitsOf(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

template <class T> T roundTo(T value, RoundTo how) {
  switch (how) {
  case RoundTo::NearestEven:
    return std::nearbyint(value);
  case RoundTo::NearestAway:
    return std::round(value);
  case RoundTo::Down:
    return std::floor(value);
  case RoundTo::Up:
    return std::ceil(value);
  case RoundTo::Zero:
    return std::trunc(value);
  }
  return value;
}

/// A conversion that does not fit gives what x86 gives: the top bit.
template <class T> std::uint64_t toInteger(T value, unsigned width, bool isSigned) {
  const T cut = std::trunc(value);
  const T limit = std::ldexp(T{1}, static_cast<int>(isSigned ? width - 1 : width));
  if (!(cut < limit) || !(isSigned ? cut >= -limit : cut > T{-1}))
    return std::uint64_t{1} << (width - 1);
  return (isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(cut))
                   : static_cast<std::uint64_t>(cut)) &
         ones(width);
}

template <class T>
std::uint64_t applyFloat(Op op, unsigned width, std::uint64_t ra, std::uint64_t rb,
                         std::uint64_t rc, std::uint64_t value) {
  const T a = real<T>(ra);
  const T b = real<T>(rb);
  switch (op) {
  case Op::FloatAdd:
    return bitsOf(a + b);
  case Op::FloatSub:
    return bitsOf(a - b);
  case Op::FloatMul:
    return bitsOf(a * b);
  case Op::FloatDivide:
    return bitsOf(a / b);
  case Op::FloatRemainder:
    return bitsOf(std::fmod(a, b));
  case Op::FloatSqrt:
    return bitsOf(std::sqrt(a));
  case Op::FloatFma:
    return bitsOf(std::fma(a, b, real<T>(rc)));
  case Op::FloatRound:
    return bitsOf(roundTo(a, static_cast<RoundTo>(value)));
  case Op::FloatEqual:
    return a == b ? 1 : 0;
  case Op::FloatLess:
    return a < b ? 1 : 0;
  case Op::FloatLessEqual:
    return a <= b ? 1 : 0;
  case Op::FloatIsNan:
    return std::isnan(a) ? 1 : 0;
  case Op::FloatResize:
    return width == 32 ? bitsOf(static_cast<float>(a)) : bitsOf(static_cast<double>(a));
  case Op::FloatToSigned:
    return toInteger(a, width, true);
  case Op::FloatToUnsigned:
    return toInteger(a, width, false);
  default:
    return 0;
  }
}

std::uint64_t integerToFloat(bool isSigned, unsigned width, unsigned aWidth, std::uint64_t a) {
  if (width == 32)
    return bitsOf(isSigned ? static_cast<float>(asSigned(a, aWidth)) : static_cast<float>(a));
  return bitsOf(isSigned ? static_cast<double>(asSigned(a, aWidth)) : static_cast<double>(a));
}

std::uint64_t divideSigned(std::uint64_t a, std::uint64_t b, unsigned width, bool remainder) {
  const std::int64_t x = asSigned(a, width);
  const std::int64_t y = asSigned(b, width);
  if (y == 0)
    return remainder ? a : x < 0 ? 1 : ones(width);
  if (y == -1)
    return remainder ? 0 : (0 - a) & ones(width);
  return static_cast<std::uint64_t>(remainder ? x % y : x / y) & ones(width);
}

} // namespace

std::uint64_t apply(Op op, unsigned width, unsigned aWidth, unsigned bWidth, std::uint64_t a,
                    std::uint64_t b, std::uint64_t c, std::uint64_t value) {
  const std::uint64_t mask = ones(width);
  switch (op) {
  case Op::Add:
    return (a + b) & mask;
  case Op::Sub:
    return (a - b) & mask;
  case Op::Mul:
    return (a * b) & mask;
  case Op::UnsignedDivide:
    return b ? a / b : mask;
  case Op::UnsignedRemainder:
    return b ? a % b : a;
  case Op::SignedDivide:
    return divideSigned(a, b, width, false);
  case Op::SignedRemainder:
    return divideSigned(a, b, width, true);
  case Op::And:
    return a & b;
  case Op::Or:
    return a | b;
  case Op::Xor:
    return a ^ b;
  case Op::ShiftLeft:
    return b >= width ? 0 : (a << b) & mask;
  case Op::ShiftRight:
    return b >= width ? 0 : a >> b;
  case Op::ShiftRightSigned:
    return static_cast<std::uint64_t>(asSigned(a, width) >> (b >= width ? width - 1 : b)) & mask;
  case Op::Equal:
    return a == b ? 1 : 0;
  case Op::Less:
    return a < b ? 1 : 0;
  case Op::LessSigned:
    return asSigned(a, aWidth) < asSigned(b, aWidth) ? 1 : 0;
  case Op::Concat:
    return a << bWidth | b;
  case Op::Extract:
    return a >> value & mask;
  case Op::ZeroExtend:
    return a;
  case Op::SignExtend:
    return static_cast<std::uint64_t>(asSigned(a, aWidth)) & mask;
  case Op::SignedToFloat:
  case Op::UnsignedToFloat:
    return integerToFloat(op == Op::SignedToFloat, width, aWidth, a);
  default:
    return aWidth == 32 ? applyFloat<float>(op, width, a, b, c, value)
                        : applyFloat<double>(op, width, a, b, c, value);
  }
}

} // namespace heddle::expr
