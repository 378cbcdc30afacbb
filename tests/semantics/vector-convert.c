// __builtin_convertvector and reinterpreting casts between vectors.
#include <stdint.h>
#include <stdio.h>

typedef int32_t v4i __attribute__((ext_vector_type(4)));
typedef int16_t v4s __attribute__((ext_vector_type(4)));
typedef uint8_t v4b __attribute__((ext_vector_type(4)));
typedef float v4f __attribute__((ext_vector_type(4)));
typedef double v4d __attribute__((ext_vector_type(4)));
typedef uint8_t v16b __attribute__((ext_vector_type(16)));

int main(void) {
  v4i a = {70000, -1, 255, -129};
  v4s s = __builtin_convertvector(a, v4s);
  v4b b = __builtin_convertvector(a, v4b);
  v4f f = __builtin_convertvector(a, v4f);
  v4d d = __builtin_convertvector(f, v4d);
  printf("%d %d %d %d\n", s.x, s.y, s.z, s.w);
  printf("%d %d %d %d\n", b.x, b.y, b.z, b.w);
  f *= 0.5f;
  v4i back = __builtin_convertvector(f, v4i);
  printf("%d %d %d %d\n", back.x, back.y, back.z, back.w);
  printf("%g %g\n", d.x, d.w);
  v4i widened = __builtin_convertvector(b, v4i) - __builtin_convertvector(s, v4i);
  printf("%d %d %d %d\n", widened.x, widened.y, widened.z, widened.w);
  v16b raw = (v16b)a;
  for (int i = 0; i < 16; i++)
    printf("%02x", raw[i]);
  putchar('\n');
  raw = raw.sfedcba9876543210;
  v4i swapped = (v4i)raw;
  printf("%x %x\n", (unsigned)swapped.x, (unsigned)swapped.w);
  v4f bits = (v4f)(v4i){0x3F800000, 0x40000000, 0, 0};
  printf("%g %g\n", (double)bits.x, (double)bits.y);
  return b.z & 63;
}
