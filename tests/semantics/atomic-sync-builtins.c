// The older __sync builtins.
#include <stdint.h>
#include <stdio.h>

#pragma clang diagnostic ignored "-Wsync-fetch-and-nand-semantics-changed"

static int v = 10;
static int64_t wide = 1ll << 40;
static uint8_t byte = 0xF0;

int main(void) {
  printf("%d ", __sync_fetch_and_add(&v, 5));
  printf("%d ", __sync_add_and_fetch(&v, 5));
  printf("%d ", __sync_fetch_and_sub(&v, 3));
  printf("%d ", __sync_sub_and_fetch(&v, 3));
  printf("%d ", __sync_fetch_and_or(&v, 0x20));
  printf("%d ", __sync_or_and_fetch(&v, 0x40));
  printf("%d ", __sync_fetch_and_and(&v, 0x6F));
  printf("%d ", __sync_and_and_fetch(&v, 0x6C));
  printf("%d ", __sync_fetch_and_xor(&v, 0xFF));
  printf("%d ", __sync_xor_and_fetch(&v, 0x0F));
  printf("%d ", __sync_fetch_and_nand(&v, 0x0F));
  printf("%d\n", __sync_nand_and_fetch(&v, 0x3F));
  printf("%d ", __sync_bool_compare_and_swap(&v, 1, 2));
  printf("%d ", __sync_bool_compare_and_swap(&v, v, 77));
  printf("%d ", __sync_val_compare_and_swap(&v, 77, 78));
  printf("%d ", __sync_val_compare_and_swap(&v, 77, 79));
  printf("%d\n", v);
  printf("%d ", __sync_lock_test_and_set(&v, 1));
  __sync_lock_release(&v);
  printf("%d\n", v);
  printf("%lld ", (long long)__sync_add_and_fetch(&wide, 1ll << 41));
  printf("%d ", __sync_add_and_fetch(&byte, 0x20));
  printf("%d\n", __sync_fetch_and_nand(&byte, 0x11));
  __sync_synchronize();
  return byte & 127;
}
