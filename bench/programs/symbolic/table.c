// Six reads of a table of 256 bytes at symbolic indices, and a condition on their sum.
#include <heddle/heddle.h>

static unsigned char table[256];

int main(void) {
  unsigned char at[6];
  unsigned sum = 0;
  for (unsigned i = 0; i < 256; ++i)
    table[i] = (unsigned char)(i * 7 + 3);
  heddle_symbolic(at, sizeof at, "at");
  for (unsigned i = 0; i < sizeof at; ++i)
    sum += table[at[i]];
  if (sum == 1000)
    return 1;
  return sum > 1530; // Never.
}
