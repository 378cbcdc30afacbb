// Sieve of Eratosthenes, over and over: byte stores and loads in a global array, short loops.
#include <stdio.h>

enum { Size = 400000, Rounds = 5 };
static unsigned char composite[Size];

static unsigned sieve(void) {
  unsigned found = 0;
  for (unsigned i = 0; i < Size; ++i)
    composite[i] = 0;
  for (unsigned i = 2; i < Size; ++i) {
    if (composite[i])
      continue;
    ++found;
    for (unsigned multiple = i + i; multiple < Size; multiple += i)
      composite[multiple] = 1;
  }
  return found;
}

int main(void) {
  unsigned sum = 0;
  for (unsigned round = 0; round < Rounds; ++round)
    sum = sum * 31 + sieve();
  printf("%u\n", sum);
  return 0;
}
