// Loops over computed data: sieve, gcd, collatz, binary search, fixed point.
#include <stdio.h>
#include <string.h>

static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}

static int search(const int *v, int n, int key) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (v[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

int main(void) {
  char composite[200];
  int primes[50], n = 0;
  memset(composite, 0, sizeof composite);
  for (int i = 2; i < 200; i++) {
    if (composite[i])
      continue;
    primes[n++] = i;
    for (int j = i * i; j < 200; j += i)
      composite[j] = 1;
  }
  printf("%d %d %d\n", n, primes[10], primes[n - 1]);
  printf("%d %d\n", search(primes, n, 97), search(primes, n, 98));
  int coprime = 0;
  for (unsigned a = 1; a <= 30; a++)
    for (unsigned b = 1; b <= 30; b++)
      coprime += gcd(a, b) == 1;
  printf("%d\n", coprime);
  unsigned x = 123456;
  int rounds = 0;
  for (unsigned seen[64]; rounds < 64; rounds++) {
    seen[rounds] = x;
    x = (x * x >> 8) % 1000;
    int repeat = 0;
    for (int k = 0; k <= rounds; k++)
      repeat |= seen[k] == x;
    if (repeat)
      break;
  }
  printf("%d %u\n", rounds, x);
  return n;
}
