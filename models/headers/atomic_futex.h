// In place of libstdc++'s <bits/atomic_futex.h>: what futures wait for.
#pragma once
#pragma GCC system_header

#include <atomic>
#include <bits/chrono.h>

extern "C" {
int __heddle_futex_wait(const void *__word, __SIZE_TYPE__ __size, unsigned long __value) noexcept;
int __heddle_futex_wait_timed(const void *__word, __SIZE_TYPE__ __size,
                              unsigned long __value) noexcept;
void __heddle_futex_set(void *__word, __SIZE_TYPE__ __size, unsigned long __value) noexcept;
}

namespace std {

template <unsigned _Waiter_bit = 0x80000000> class __atomic_futex_unsigned {
  atomic<unsigned> _M_data;

public:
  explicit __atomic_futex_unsigned(unsigned __data) : _M_data(__data) {}

  unsigned _M_load(memory_order __order) { return _M_data.load(__order); }

  unsigned _M_load_when_not_equal(unsigned __value, memory_order __order) {
    while (!__heddle_futex_wait(&_M_data, sizeof(unsigned), __value)) {
    }
    return _M_load(__order);
  }

  /// A future knows two values, so to wait for one is to wait while it is the other.
  void _M_load_when_equal(unsigned __value, memory_order) {
    while (!__heddle_futex_wait(&_M_data, sizeof(unsigned), !__value)) {
    }
  }

  /// False if it gave up.
  template <typename _Rep, typename _Period>
  bool _M_load_when_equal_for(unsigned __value, memory_order __order,
                              const chrono::duration<_Rep, _Period> &) {
    return _M_wait_timed(__value, __order);
  }
  template <typename _Clock, typename _Duration>
  bool _M_load_when_equal_until(unsigned __value, memory_order __order,
                                const chrono::time_point<_Clock, _Duration> &) {
    return _M_wait_timed(__value, __order);
  }

  void _M_store_notify_all(unsigned __value, memory_order) {
    __heddle_futex_set(&_M_data, sizeof(unsigned), __value);
  }

private:
  bool _M_wait_timed(unsigned __value, memory_order) {
    while (true)
      switch (__heddle_futex_wait_timed(&_M_data, sizeof(unsigned), !__value)) {
      case 1:
        return true;
      case 2:
        return false;
      }
  }
};

} // namespace std
