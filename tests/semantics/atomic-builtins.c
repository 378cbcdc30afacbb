// The __atomic builtins, with nand, min and max.
#include <stdint.h>
#include <stdio.h>

int main(void) {
  int v = 60;
  printf("%d ", __atomic_fetch_add(&v, 4, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_add_fetch(&v, 4, __ATOMIC_RELAXED));
  printf("%d ", __atomic_fetch_nand(&v, 0x0F, __ATOMIC_ACQ_REL));
  printf("%d ", __atomic_nand_fetch(&v, 0xFF, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_or_fetch(&v, 0x100, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_xor_fetch(&v, 0x111, __ATOMIC_SEQ_CST));
  printf("%d\n", __atomic_sub_fetch(&v, 1000, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_fetch_max(&v, 5, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_fetch_min(&v, -9, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_max_fetch(&v, -20, __ATOMIC_SEQ_CST));
  printf("%d\n", __atomic_min_fetch(&v, -30, __ATOMIC_SEQ_CST));
  unsigned u = 0xFFFFFFF0u;
  printf("%u ", __atomic_fetch_max(&u, 7u, __ATOMIC_SEQ_CST));
  printf("%u ", __atomic_fetch_min(&u, 7u, __ATOMIC_SEQ_CST));
  printf("%u\n", __atomic_load_n(&u, __ATOMIC_ACQUIRE));
  int8_t s = -5;
  uint8_t b = 251;
  printf("%d ", __atomic_fetch_max(&s, (int8_t)3, __ATOMIC_SEQ_CST));
  printf("%d ", __atomic_fetch_max(&b, (uint8_t)3, __ATOMIC_SEQ_CST));
  printf("%d %d\n", s, b);
  int64_t x = 1, y = 2, z;
  __atomic_exchange(&x, &y, &z, __ATOMIC_SEQ_CST);
  __atomic_store(&y, &x, __ATOMIC_RELEASE);
  __atomic_load(&y, &x, __ATOMIC_ACQUIRE);
  printf("%lld %lld %lld\n", (long long)x, (long long)y, (long long)z);
  int64_t expected = 0;
  int ok = __atomic_compare_exchange_n(&x, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  ok =
      ok * 10 + __atomic_compare_exchange(&x, &expected, &z, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  printf("%d %lld %lld\n", ok, (long long)expected, (long long)x);
  char lock = 0;
  int held = __atomic_test_and_set(&lock, __ATOMIC_ACQUIRE);
  held = held * 2 + __atomic_test_and_set(&lock, __ATOMIC_ACQUIRE);
  __atomic_clear(&lock, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return held * 10 + lock;
}
