// Atomic read-modify-write on 1, 2, 4 and 8 bytes, signed and unsigned.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#define TEST(T, start)                                                                             \
  do {                                                                                             \
    struct {                                                                                       \
      T before;                                                                                    \
      _Atomic(T) v;                                                                                \
      T after;                                                                                     \
    } s = {0x5A, (T)(start), 0x5A};                                                                \
    T a = atomic_fetch_add(&s.v, (T)200);                                                          \
    T b = atomic_fetch_sub(&s.v, (T)77);                                                           \
    T c = atomic_fetch_xor(&s.v, (T) - 1);                                                         \
    T d = atomic_exchange(&s.v, (T)(a ^ b));                                                       \
    T e = s.v++;                                                                                   \
    T f = s.v;                                                                                     \
    printf("%lld %lld %lld %lld %lld %lld %d\n", (long long)a, (long long)b, (long long)c,         \
           (long long)d, (long long)e, (long long)f, s.before == 0x5A && s.after == 0x5A);         \
  } while (0)

int main(void) {
  TEST(int8_t, 127);
  TEST(uint8_t, 255);
  TEST(int16_t, 32767);
  TEST(uint16_t, 65535);
  TEST(int32_t, -1);
  TEST(uint32_t, 0xFFFFFFFF);
  TEST(int64_t, INT64_MIN);
  TEST(uint64_t, UINT64_MAX);
  TEST(long, 1l << 40);
  _Atomic _Bool flag = 0;
  _Bool was = atomic_exchange(&flag, 3);
  flag |= 1;
  return was + flag * 2;
}
