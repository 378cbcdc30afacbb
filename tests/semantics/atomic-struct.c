// An atomic struct of eight bytes: load, store, exchange, compare-exchange.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

struct pair {
  uint32_t count, stamp;
};
struct four {
  int16_t a, b;
};

static _Atomic struct pair shared;
static _Atomic struct four tiny;

int main(void) {
  atomic_init(&shared, ((struct pair){1, 2}));
  struct pair p = atomic_load(&shared);
  printf("%u %u\n", p.count, p.stamp);
  struct pair next = {p.count + 10, p.stamp + 1};
  _Bool ok = atomic_compare_exchange_strong(&shared, &p, next);
  struct pair stale = {1, 2};
  _Bool bad = atomic_compare_exchange_strong(&shared, &stale, next);
  printf("%d %d %u %u\n", ok, bad, stale.count, stale.stamp);
  struct pair old = atomic_exchange(&shared, ((struct pair){7, 8}));
  p = shared;
  printf("%u %u %u %u\n", old.count, old.stamp, p.count, p.stamp);
  atomic_store_explicit(&tiny, ((struct four){-3, 9}), memory_order_release);
  struct four t = tiny;
  tiny = (struct four){t.b, t.a};
  t = atomic_load_explicit(&tiny, memory_order_acquire);
  printf("%d %d\n", t.a, t.b);
  printf("%zu %d\n", sizeof shared, atomic_is_lock_free(&shared));
  return (int)p.count;
}
