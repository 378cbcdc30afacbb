// Twelve bytes and a branch on the parity of their running sum: 4,096 paths.
#include <heddle/heddle.h>

int main(void) {
  unsigned char bytes[12];
  unsigned sum = 0, odd = 0;
  heddle_symbolic(bytes, sizeof bytes, "bytes");
  for (unsigned i = 0; i < sizeof bytes; ++i) {
    sum += bytes[i];
    if (sum & 1)
      ++odd;
  }
  return odd > sizeof bytes;
}
