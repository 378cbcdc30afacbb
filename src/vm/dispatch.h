// How one handler goes on to the next: a tail call, so that the whole interpreter is one jump an
// instruction and its three variables stay in registers.
#pragma once

#include "vm/code.h"
#include "vm/executor.h"

#include <bit>
#include <cstring>

namespace heddle::vm {

#define HEDDLE_OP HEDDLE_HANDLER static void
#define HEDDLE_NEXT [[clang::musttail]] return pc[1].run(pc + 1, r, x)
#define HEDDLE_GO(target) [[clang::musttail]] return (target)->run((target), r, x)

/// Where the thread goes on after frames have changed.
#define HEDDLE_RESUME                                                                              \
  do {                                                                                             \
    const Frame &top_ = x->thread->top();                                                          \
    const Inst *next_ = top_.pc;                                                                   \
    std::uint64_t *r_ = x->thread->registers.data() + top_.base;                                   \
    [[clang::musttail]] return next_->run(next_, r_, x);                                           \
  } while (false)

template <class To, class From> inline To bitsAs(From from) {
  To to{};
  static_assert(sizeof(To) <= sizeof(From));
  std::memcpy(&to, &from, sizeof to);
  return to;
}
inline double asDouble(std::uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline float asFloat(std::uint64_t bits) {
  return bitsAs<float>(bits);
}
inline std::uint64_t bitsOf(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
inline std::uint64_t bitsOf(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

inline std::int64_t signExtend(std::uint64_t value, unsigned width) {
  const unsigned shift = 64 - width;
  return static_cast<std::int64_t>(value << shift) >> shift;
}
inline std::uint64_t maskOf(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

} // namespace heddle::vm
