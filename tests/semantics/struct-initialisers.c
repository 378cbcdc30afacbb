// Designated, nested, partial and overriding initialisers.
#include <stdio.h>

#pragma clang diagnostic ignored "-Winitializer-overrides"
#pragma clang diagnostic ignored "-Wmissing-field-initializers"

struct in {
  int a, b, c;
};
struct out {
  struct in i;
  int arr[5];
  const char *s;
};

static struct out global = {.s = "global", .i.b = 2, .arr = {[1] = 11, 12, [4] = 14}};
static int sparse[12] = {[3] = 3, [7 ... 9] = 7, 8};
static int grid[][3] = {{1}, {[2] = 2}, {3, 4, 5}};

static void show(const struct out *o) {
  printf("%d %d %d |", o->i.a, o->i.b, o->i.c);
  for (int k = 0; k < 5; k++)
    printf(" %d", o->arr[k]);
  printf(" | %s\n", o->s ? o->s : "(none)");
}

int main(void) {
  show(&global);
  int n = 4;
  struct out local = {{n, n + 1}, {n * n, [3] = n - 9}};
  show(&local);
  struct out over = {.i = {1, 2, 3}, .i.b = n, .arr[2] = 5, .arr[2] = 6};
  show(&over);
  for (int k = 0; k < 12; k++)
    printf("%d ", sparse[k]);
  putchar('\n');
  for (unsigned r = 0; r < sizeof grid / sizeof *grid; r++)
    printf("%d%d%d ", grid[r][0], grid[r][1], grid[r][2]);
  putchar('\n');
  struct in copies[] = {[1] = over.i, [0].c = n};
  printf("%d %d %zu\n", copies[0].c, copies[1].a, sizeof copies);
  char text[8] = "abc", exact[3] = {'x', 'y'};
  return text[2] + text[7] + exact[2];
}
