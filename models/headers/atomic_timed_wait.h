// In place of libstdc++'s <bits/atomic_timed_wait.h>: waits that may give up at any time.
#pragma once
#pragma GCC system_header

#include <bits/atomic_wait.h>
#include <bits/chrono.h>

#define __cpp_lib_atomic_timed_wait 201907L

namespace std {

/// False if it gave up.
template <typename _Tp, typename _Pred>
bool __heddle_wait_timed(const _Tp *__at, _Pred __is_over) noexcept {
  while (true) {
    const unsigned long __seen = __detail::__load_bits(__at);
    if (__is_over())
      return true;
    if (__heddle_futex_wait_timed(__at, sizeof(_Tp), __seen) == 2)
      return __is_over();
  }
}

template <typename _Tp, typename _ValFn, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_v(const _Tp *__at, _Tp &&__old, _ValFn &&__load,
                                   const chrono::time_point<_Clock, _Dur> &) noexcept {
  return std::__heddle_wait_timed(__at, [&] { return !(__load() == __old); });
}
template <typename _Tp, typename _ValFn, typename _Rep, typename _Period>
bool __atomic_wait_address_for_v(const _Tp *__at, _Tp &&__old, _ValFn &&__load,
                                 const chrono::duration<_Rep, _Period> &) noexcept {
  return std::__heddle_wait_timed(__at, [&] { return !(__load() == __old); });
}
template <typename _Tp, typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until(const _Tp *__at, _Pred __is_over,
                                 const chrono::time_point<_Clock, _Dur> &) noexcept {
  return std::__heddle_wait_timed(__at, __is_over);
}
template <typename _Tp, typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for(const _Tp *__at, _Pred __is_over,
                               const chrono::duration<_Rep, _Period> &) noexcept {
  return std::__heddle_wait_timed(__at, __is_over);
}
template <typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t *__at, _Pred __is_over,
                                      const chrono::time_point<_Clock, _Dur> &) noexcept {
  return std::__heddle_wait_timed(__at, __is_over);
}
template <typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t *__at, _Pred __is_over,
                                    const chrono::duration<_Rep, _Period> &) noexcept {
  return std::__heddle_wait_timed(__at, __is_over);
}

} // namespace std
