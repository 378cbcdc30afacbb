// Bit-fields of type _Bool and of enum type, in arrays of structs.
#include <stdbool.h>
#include <stdio.h>

enum colour { RED, GREEN, BLUE, WHITE };

struct cell {
  bool set : 1;
  bool dirty : 1;
  enum colour c : 2;
  unsigned count : 4;
};

static struct cell grid[2][3];

int main(void) {
  for (int i = 0; i < 6; i++) {
    struct cell *cell = &grid[i / 3][i % 3];
    cell->set = i * 4;
    cell->dirty = i & 1;
    cell->c = (enum colour)(i % 4);
    cell->count = i * 5u;
  }
  for (int r = 0; r < 2; r++)
    for (int c = 0; c < 3; c++) {
      struct cell cell = grid[r][c];
      printf("%d%d%d.%d ", cell.set, cell.dirty, cell.c, cell.count);
    }
  putchar('\n');
  grid[1][1].set = !grid[1][1].set;
  grid[1][1].dirty |= 2;
  grid[1][1].c = grid[1][1].c == RED ? WHITE : BLUE;
  printf("%d%d%d.%d\n", grid[1][1].set, grid[1][1].dirty, grid[1][1].c, grid[1][1].count);
  int whites = 0;
  for (int i = 0; i < 6; i++)
    whites += grid[i / 3][i % 3].c == WHITE;
  return whites * 10 + (int)sizeof(struct cell);
}
