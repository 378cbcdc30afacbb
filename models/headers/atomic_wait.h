// In place of libstdc++'s <bits/atomic_wait.h>: waiting for an atomic to change, and telling those
// who wait, by the machine's own operations. The original looks many times before it waits, each of
// them a step that a search would have to try.
#pragma once
#pragma GCC system_header

#include <bits/c++config.h>
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/std_mutex.h>
#include <ext/numeric_traits.h>

#define __cpp_lib_atomic_wait 201907L

extern "C" {
/// 1 if the word is unlike `__value`; else waits until it is notified and returns 0.
int __heddle_futex_wait(const void *__word, __SIZE_TYPE__ __size, unsigned long __value) noexcept;
/// The same; 2 if it gives up.
int __heddle_futex_wait_timed(const void *__word, __SIZE_TYPE__ __size,
                              unsigned long __value) noexcept;
void __heddle_futex_notify(const void *__word, int __all) noexcept;
}

namespace std {

namespace __detail {
using __platform_wait_t = int;
inline constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept {
  __gthread_yield();
}
inline void __thread_relax() noexcept {
  __gthread_yield();
}

/// Looks once: a search tries all the times anyway.
template <typename _Pred> bool __atomic_spin(_Pred &__is_over) noexcept {
  return __is_over();
}

template <typename _Tp>
inline constexpr bool __is_word =
    sizeof(_Tp) == 1 || sizeof(_Tp) == 2 || sizeof(_Tp) == 4 || sizeof(_Tp) == 8;

template <typename _Tp> unsigned long __bits_of(const _Tp &__value) noexcept {
  unsigned long __bits = 0;
  __builtin_memcpy(&__bits, __builtin_addressof(__value), sizeof(_Tp));
  return __bits;
}

template <typename _Tp> unsigned long __load_bits(const _Tp *__at) noexcept {
  _Tp __value;
  __atomic_load(__at, &__value, __ATOMIC_SEQ_CST);
  return __bits_of(__value);
}
} // namespace __detail

template <typename _Tp>
inline constexpr bool __platform_wait_uses_type =
    is_scalar_v<_Tp> && sizeof(_Tp) == sizeof(__detail::__platform_wait_t);

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp *__at, _Tp __old, _ValFn __load) noexcept {
  if constexpr (__detail::__is_word<_Tp>) {
    const unsigned long __bits = __detail::__bits_of(__old);
    while (!__heddle_futex_wait(__at, sizeof(_Tp), __bits)) {
    }
  } else {
    _Tp __now = __load();
    while (!__builtin_memcmp(&__now, &__old, sizeof(_Tp)))
      __now = __load();
  }
}

template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp *__at, _Pred __is_over) noexcept {
  while (true) {
    const unsigned long __seen = __detail::__load_bits(__at);
    if (__is_over())
      return;
    __heddle_futex_wait(__at, sizeof(_Tp), __seen);
  }
}

template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t *__at, _Pred __is_over) noexcept {
  std::__atomic_wait_address(__at, __is_over);
}

template <typename _Tp> void __atomic_notify_address(const _Tp *__at, bool __all) noexcept {
  if constexpr (__detail::__is_word<_Tp>)
    __heddle_futex_notify(__at, __all);
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *__at,
                                         bool __all) noexcept {
  __heddle_futex_notify(__at, __all);
}

} // namespace std
