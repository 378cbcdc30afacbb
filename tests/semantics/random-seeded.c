// rand_r-like generators written by hand, and rand within its contract.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t xorshift(uint32_t *s) {
  *s ^= *s << 13;
  *s ^= *s >> 17;
  return *s ^= *s << 5;
}

static uint64_t splitmix(uint64_t *s) {
  uint64_t z = *s += 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

int main(void) {
  uint32_t x = 2463534242u;
  for (int i = 0; i < 5; i++)
    printf("%u ", xorshift(&x));
  putchar('\n');
  uint64_t s = 7;
  for (int i = 0; i < 3; i++)
    printf("%016llx ", (unsigned long long)splitmix(&s));
  putchar('\n');
  // The numbers of rand are the library's own; their range and repetition are not.
  srand(5);
  int a[4], same = 1, range = 1;
  for (int i = 0; i < 4; i++)
    a[i] = rand();
  srand(5);
  for (int i = 0; i < 4; i++) {
    int r = rand();
    same &= r == a[i];
    range &= r >= 0 && r <= RAND_MAX;
  }
  printf("%d %d\n", same, range);
  int deck[10];
  for (int i = 0; i < 10; i++)
    deck[i] = i;
  for (unsigned i = 9; i > 0; i--) {
    unsigned j = xorshift(&x) % (i + 1);
    int t = deck[i];
    deck[i] = deck[j];
    deck[j] = t;
  }
  for (int i = 0; i < 10; i++)
    printf("%d ", deck[i]);
  putchar('\n');
  return deck[0];
}
