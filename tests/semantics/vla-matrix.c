// Two-dimensional variable length arrays and pointers to rows.
#include <stdio.h>

static void multiply(int n, int m, int k, int a[n][m], int b[m][k], int out[n][k]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      out[i][j] = 0;
      for (int x = 0; x < m; x++)
        out[i][j] += a[i][x] * b[x][j];
    }
}

static int trace(int n, int (*a)[n]) {
  int t = 0;
  for (int i = 0; i < n; i++)
    t += a[i][i];
  return t;
}

int main(void) {
  int n = 2, m = 3;
  int a[n][m], b[m][n], c[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i][j] = i + j;
      b[j][i] = i * 10 - j;
    }
  multiply(n, m, n, a, b, c);
  for (int i = 0; i < n; i++)
    printf("%d %d\n", c[i][0], c[i][1]);
  printf("%d\n", trace(n, c));
  int(*row)[m] = a;
  row++;
  printf("%d %zu %zu\n", (*row)[2], sizeof *row, sizeof a);
  int cube[n][m][n + m];
  for (int i = 0; i < n * m * (n + m); i++)
    cube[i / (n + m) / m][i / (n + m) % m][i % (n + m)] = i;
  printf("%d %td\n", cube[1][2][4], (char *)&cube[1][1] - (char *)&cube[0][1]);
  return cube[1][0][0];
}
