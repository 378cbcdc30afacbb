// Vectors as arguments, results, struct members and globals.
#include <stdio.h>

typedef float v2f __attribute__((vector_size(8)));
typedef int v4i __attribute__((vector_size(16)));
typedef int v8i __attribute__((vector_size(32), aligned(16)));

struct particle {
  v4i position;
  v2f speed;
  int id;
};

static v4i global = {1, 2, 3, 4};
static const v2f table[] = {{1, 2}, {3, 4}, {5, 6}};

static v4i add(v4i a, v4i b, int k) {
  return a + b * k;
}
static v2f scale(v2f v, float k) {
  return v * k;
}
static void accumulate(v8i *into, const v8i *v) {
  *into += *v;
}
static struct particle move(struct particle p) {
  p.position += (v4i){(int)p.speed[0], (int)p.speed[1], 0, 0};
  p.speed = scale(p.speed, -0.5f);
  p.id++;
  return p;
}

int main(void) {
  global = add(global, global, 10);
  printf("%d %d %d %d\n", global[0], global[1], global[2], global[3]);
  v2f s = {0, 0};
  for (int i = 0; i < 3; i++)
    s += scale(table[i], (float)i);
  printf("%g %g\n", (double)s[0], (double)s[1]);
  struct particle p = {{0, 0, 7, 7}, {4, -6}, 1};
  p = move(move(p));
  printf("%d %d %d %g %g %d\n", p.position[0], p.position[1], p.position[2], (double)p.speed[0],
         (double)p.speed[1], p.id);
  v8i sum = {0}, step = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < 5; i++)
    accumulate(&sum, &step);
  printf("%d %d\n", sum[0], sum[7]);
  return global[3];
}
