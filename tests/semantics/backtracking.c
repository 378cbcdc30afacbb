// Recursive search: queens, subset sum, permutations.
#include <stdio.h>

static int queens(int n, unsigned cols, unsigned left, unsigned right) {
  unsigned all = (1u << n) - 1, free = all & ~(cols | left | right);
  if (cols == all)
    return 1;
  int count = 0;
  while (free) {
    unsigned bit = free & -free;
    free ^= bit;
    count += queens(n, cols | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}

static int subsets(const int *v, int n, int target) {
  if (n == 0)
    return target == 0;
  return subsets(v + 1, n - 1, target) + subsets(v + 1, n - 1, target - *v);
}

static int visit(char *s, int at, int n, unsigned *hash) {
  if (at == n) {
    for (int i = 0; i < n; i++)
      *hash = *hash * 31 + (unsigned char)s[i];
    return 1;
  }
  int count = 0;
  for (int i = at; i < n; i++) {
    char c = s[at];
    s[at] = s[i];
    s[i] = c;
    count += visit(s, at + 1, n, hash);
    c = s[at];
    s[at] = s[i];
    s[i] = c;
  }
  return count;
}

static void hanoi(int n, char a, char b, char c, int *moves) {
  if (!n)
    return;
  hanoi(n - 1, a, c, b, moves);
  if (++*moves <= 5)
    printf("%c%c ", a, c);
  hanoi(n - 1, b, a, c, moves);
}

int main(void) {
  for (int n = 1; n <= 6; n++)
    printf("%d ", queens(n, 0, 0, 0));
  putchar('\n');
  static const int v[] = {3, 34, 4, 12, 5, 2, 7, -2};
  printf("%d %d\n", subsets(v, 8, 9), subsets(v, 8, 100));
  char s[] = "abcde";
  unsigned hash = 0;
  int count = visit(s, 0, 5, &hash);
  printf("%d %u %s\n", count, hash, s);
  int moves = 0;
  hanoi(6, 'a', 'b', 'c', &moves);
  printf("%d\n", moves);
  return queens(6, 0, 0, 0) + moves;
}
