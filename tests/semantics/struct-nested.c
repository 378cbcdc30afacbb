// Nested structs: member access, copy of parts, pointers into the middle.
#include <stddef.h>
#include <stdio.h>

struct point {
  int x, y;
};
struct box {
  struct point min, max;
};
struct scene {
  char name[8];
  struct box boxes[2];
  struct {
    short depth;
    struct point origin;
  } view;
};

static int area(struct box b) {
  return (b.max.x - b.min.x) * (b.max.y - b.min.y);
}

static struct scene shift(struct scene s, struct point by) {
  for (int i = 0; i < 2; i++) {
    struct point *p = &s.boxes[i].min;
    for (int k = 0; k < 2; k++, p = &s.boxes[i].max) {
      p->x += by.x;
      p->y += by.y;
    }
  }
  s.view.origin = by;
  return s;
}

int main(void) {
  struct scene s = {"room", {{{0, 0}, {2, 3}}, {{-1, -1}, {4, 4}}}, {7, {0, 0}}};
  struct scene t = shift(s, (struct point){10, -10});
  printf("%d %d %d\n", area(s.boxes[0]), area(s.boxes[1]), area(t.boxes[1]));
  printf("%d %d %d\n", t.boxes[1].min.x, t.boxes[1].max.y, s.boxes[1].min.x);
  t.boxes[0] = s.boxes[1];
  t.boxes[0].max = t.view.origin;
  printf("%d %d %s %d\n", t.boxes[0].min.x, t.boxes[0].max.y, t.name, t.view.depth);
  printf("%zu %zu %zu\n", offsetof(struct scene, boxes[1].max.y),
         offsetof(struct scene, view.origin), sizeof s);
  int *inner = &s.boxes[1].max.y;
  *inner = 77;
  return s.boxes[1].max.y;
}
