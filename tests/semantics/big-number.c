// Multi-word arithmetic in arrays: 2^256, factorial of 30, division.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 10 };
typedef struct {
  uint32_t w[WORDS];
} big;

static big from(uint32_t v) {
  return (big){{v}};
}

static void multiply(big *b, uint32_t by) {
  uint64_t carry = 0;
  for (int i = 0; i < WORDS; i++) {
    carry += (uint64_t)b->w[i] * by;
    b->w[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static uint32_t divide(big *b, uint32_t by) {
  uint64_t rest = 0;
  for (int i = WORDS - 1; i >= 0; i--) {
    rest = rest << 32 | b->w[i];
    b->w[i] = (uint32_t)(rest / by);
    rest %= by;
  }
  return (uint32_t)rest;
}

static int is_zero(const big *b) {
  static const big zero;
  return memcmp(b, &zero, sizeof zero) == 0;
}

static void print(big b) {
  char out[WORDS * 10 + 1], *p = out + sizeof out;
  *--p = 0;
  do
    *--p = (char)('0' + divide(&b, 10));
  while (!is_zero(&b));
  puts(p);
}

int main(void) {
  big p = from(1), f = from(1);
  for (int i = 0; i < 256; i++)
    multiply(&p, 2);
  for (uint32_t i = 2; i <= 30; i++)
    multiply(&f, i);
  print(p);
  print(f);
  print(from(0));
  uint32_t rest = divide(&p, 1000003);
  printf("%u\n", rest);
  print(p);
  return (int)(rest % 100);
}
