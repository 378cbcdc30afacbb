// Strong and weak compare-exchange: success, failure, expected updated.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic int v = 5;
static _Atomic int8_t small = -1;
static _Atomic uint16_t half = 65535;
static _Atomic uint64_t wide = 1ull << 63;

static int add_if_below(_Atomic int *p, int limit) {
  int seen = atomic_load(p), tries = 0;
  do {
    if (seen >= limit)
      return -1;
    tries++;
    // A weak exchange may fail for no reason, so tries is not reported.
  } while (!atomic_compare_exchange_weak(p, &seen, seen + 1));
  return tries > 0;
}

int main(void) {
  int expected = 4;
  _Bool ok = atomic_compare_exchange_strong(&v, &expected, 9);
  printf("%d %d %d\n", ok, expected, v);
  ok = atomic_compare_exchange_strong(&v, &expected, 9);
  printf("%d %d %d\n", ok, expected, v);
  for (int i = 0; i < 3; i++) {
    int r = add_if_below(&v, 11);
    printf("%d %d\n", r, v);
  }
  int8_t e8 = -1;
  ok = atomic_compare_exchange_strong_explicit(&small, &e8, 127, memory_order_acq_rel,
                                               memory_order_relaxed);
  printf("%d %d %d\n", ok, e8, small);
  uint16_t e16 = 0;
  ok = atomic_compare_exchange_strong(&half, &e16, 1);
  printf("%d %d %d\n", ok, e16, half);
  uint64_t e64 = 1ull << 63;
  ok = atomic_compare_exchange_strong(&wide, &e64, 3);
  printf("%d %llu\n", ok, (unsigned long long)wide);
  return v;
}
