// Fourteen bytes and an independent branch on each: 16,384 paths.
#include <heddle/heddle.h>

int main(void) {
  unsigned char bytes[14];
  unsigned large = 0;
  heddle_symbolic(bytes, sizeof bytes, "bytes");
  for (unsigned i = 0; i < sizeof bytes; ++i)
    if (bytes[i] > 100)
      ++large;
  return large > sizeof bytes;
}
