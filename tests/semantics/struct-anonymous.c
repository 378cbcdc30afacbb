// Anonymous structs and unions inside a struct.
#include <stdint.h>
#include <stdio.h>

struct value {
  enum { INT, REAL, PAIR } kind;
  union {
    int64_t i;
    double d;
    struct {
      int32_t first, second;
    };
  };
};

static struct value real(double d) {
  return (struct value){.kind = REAL, .d = d};
}
static struct value pair(int a, int b) {
  struct value v = {.kind = PAIR};
  v.first = a;
  v.second = b;
  return v;
}

static void show(struct value v) {
  switch (v.kind) {
  case INT:
    printf("int %lld\n", (long long)v.i);
    break;
  case REAL:
    printf("real %g\n", v.d);
    break;
  case PAIR:
    printf("pair %d %d\n", v.first, v.second);
    break;
  }
}

int main(void) {
  struct value v[3] = {{INT, {.i = -5}}, real(2.5), pair(3, -4)};
  for (int i = 0; i < 3; i++)
    show(v[i]);
  v[0] = v[2];
  v[0].second++;
  show(v[0]);
  show(v[2]);
  v[2].i = 0x100000002;
  printf("%d %d\n", v[2].first, v[2].second);
  return v[2].second;
}
