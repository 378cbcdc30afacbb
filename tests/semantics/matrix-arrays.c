// Multi-dimensional arrays: life, transposition, prefix sums.
#include <stdio.h>
#include <string.h>

enum { N = 6 };
typedef unsigned char board[N][N];

static void step(board b) {
  board next;
  for (int r = 0; r < N; r++)
    for (int c = 0; c < N; c++) {
      int around = 0;
      for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
          if (dr || dc)
            around += b[(r + dr + N) % N][(c + dc + N) % N];
      next[r][c] = around == 3 || (around == 2 && b[r][c]);
    }
  memcpy(b, next, sizeof next);
}

int main(void) {
  board b = {{0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
  for (int i = 0; i < 8; i++)
    step(b);
  for (int r = 0; r < N; r++) {
    for (int c = 0; c < N; c++)
      putchar(b[r][c] ? '#' : '.');
    putchar('\n');
  }
  int m[3][4], t[4][3], sums[4][5] = {{0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      m[i][j] = (i + 1) * (j + 2);
      t[j][i] = m[i][j];
      sums[i + 1][j + 1] = m[i][j] + sums[i][j + 1] + sums[i + 1][j] - sums[i][j];
    }
  printf("%d %d %d\n", t[3][1], sums[3][4], sums[2][2]);
  return sums[3][4] - sums[1][4];
}
