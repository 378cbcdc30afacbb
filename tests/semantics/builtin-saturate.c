// Saturating addition and subtraction on scalars of every width.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define SAT(T, F, a, b)                                                                            \
  do {                                                                                             \
    T x = (a), y = (b);                                                                            \
    T sum = __builtin_elementwise_add_sat(x, y);                                                   \
    T difference = __builtin_elementwise_sub_sat(x, y);                                            \
    printf(F " " F "\n", sum, difference);                                                         \
  } while (0)

int main(void) {
  SAT(int8_t, "%d", 100, 100);
  SAT(int8_t, "%d", -100, 100);
  SAT(uint8_t, "%d", 200, 100);
  SAT(uint8_t, "%d", 100, 200);
  SAT(int16_t, "%d", SHRT_MIN, 1);
  SAT(int, "%d", INT_MAX, 1);
  SAT(int, "%d", INT_MIN, INT_MAX);
  SAT(int, "%d", -5, 3);
  SAT(unsigned, "%u", UINT_MAX, 7);
  SAT(unsigned, "%u", 3, 7);
  SAT(long, "%ld", LONG_MAX, LONG_MAX);
  SAT(long, "%ld", LONG_MIN, 1);
  SAT(unsigned long, "%lu", ULONG_MAX - 1, 1);
  SAT(unsigned long, "%lu", 1, ULONG_MAX);
  uint8_t level = 0;
  for (int i = 0; i < 5; i++)
    level = __builtin_elementwise_add_sat(level, (uint8_t)60);
  return level / 2;
}
