// C11 atomic read-modify-write on int: each returns the old value.
#include <stdatomic.h>
#include <stdio.h>

static atomic_int a = 100;

int main(void) {
  int old[8];
  old[0] = atomic_fetch_add(&a, 5);
  old[1] = atomic_fetch_sub(&a, 50);
  old[2] = atomic_fetch_and(&a, 0x3C);
  old[3] = atomic_fetch_or(&a, 0x81);
  old[4] = atomic_fetch_xor(&a, 0xFF);
  old[5] = atomic_exchange(&a, -7);
  old[6] = atomic_fetch_add_explicit(&a, -3, memory_order_relaxed);
  old[7] = atomic_load(&a);
  for (int i = 0; i < 8; i++)
    printf("%d ", old[i]);
  putchar('\n');
  // The operators are read-modify-writes too, and give the new value.
  int v = a++;
  int w = ++a;
  int x = a--;
  int y = (a += 10);
  int z = (a *= 3);
  printf("%d %d %d %d %d\n", v, w, x, y, z);
  a |= 0x100;
  a &= ~2;
  a ^= 0xF;
  a -= 1;
  a /= 3;
  a %= 50;
  a <<= 2;
  a >>= 1;
  printf("%d\n", atomic_load_explicit(&a, memory_order_acquire));
  atomic_store_explicit(&a, 2147483647, memory_order_release);
  // Atomic arithmetic wraps, it does not overflow.
  atomic_fetch_add(&a, 1);
  printf("%d\n", a);
  atomic_init(&a, 21);
  return a + a;
}
