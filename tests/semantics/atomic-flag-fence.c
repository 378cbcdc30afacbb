// atomic_flag, fences, lock-free queries and typedefs.
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_size_t size;
static atomic_bool ready;
static atomic_uchar byte;
static atomic_llong big = -1;

int main(void) {
  int first = atomic_flag_test_and_set(&flag);
  int second = atomic_flag_test_and_set_explicit(&flag, memory_order_acquire);
  atomic_flag_clear(&flag);
  int third = atomic_flag_test_and_set(&flag);
  atomic_flag_clear_explicit(&flag, memory_order_release);
  printf("%d %d %d\n", first, second, third);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_thread_fence(memory_order_acquire);
  atomic_thread_fence(memory_order_release);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_signal_fence(memory_order_seq_cst);
  size += 5;
  size--;
  ready = size == 4;
  byte = 250;
  byte += 10;
  big++;
  printf("%zu %d %d %lld\n", (size_t)size, (int)ready, (int)byte, (long long)big);
  printf("%d %d\n", ATOMIC_INT_LOCK_FREE, atomic_is_lock_free(&big));
  return byte;
}
