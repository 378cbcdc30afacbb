// The stack is given back when a variable length array leaves scope.
#include <stdio.h>

static long fill(int rounds) {
  long total = 0;
  for (int i = 0; i < rounds; i++) {
    // Without a restore per round this would need far more stack than there is.
    char big[60000 + i % 7];
    big[0] = (char)i;
    big[sizeof big - 1] = 1;
    total += (unsigned char)big[0] + big[sizeof big - 1] + (long)sizeof big % 60000;
  }
  return total;
}

static int early(int n) {
  for (int i = 1;; i++) {
    int v[i];
    v[i - 1] = i;
    if (i % 2)
      continue;
    if (v[i - 1] >= n)
      return v[i - 1];
    if (i > 50)
      break;
  }
  return -1;
}

static int jump(int n) {
  int rounds = 0;
again: {
  int v[n + rounds];
  v[rounds] = rounds + 1;
  rounds = v[rounds];
  if (rounds < 20)
    goto again;
}
  return rounds;
}

int main(void) {
  printf("%ld\n", fill(2000));
  printf("%d %d\n", early(7), early(1000));
  printf("%d\n", jump(3));
  return 0;
}
