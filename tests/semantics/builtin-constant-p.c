// constant_p, object_size, offsetof, classify_type, LINE and friends.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct s {
  char a[10];
  int b[3];
};

enum { SIZE = __builtin_constant_p(3 * 4) ? 12 : 1 };
int table[SIZE];

#define TRIPLE(x) (__builtin_constant_p(x) ? (x) * 3 : triple(x))
static int triple(int v) {
  return v + v + v;
}

int main(void) {
  printf("%zu %d\n", sizeof table / sizeof *table, TRIPLE(5));
  volatile int v = 6;
  printf("%d\n", TRIPLE(v));
  struct s s;
  char buf[20];
  printf("%zu %zu\n", __builtin_object_size(buf, 0), __builtin_object_size(buf + 5, 0));
  printf("%zu %zu\n", __builtin_object_size(s.a, 1), __builtin_object_size(&s.b[1], 1));
  const char *unknown = v ? "text" : buf;
  printf("%d\n", __builtin_object_size(unknown + v % 2, 0) > 0);
  __builtin___strcpy_chk(buf, "checked", __builtin_object_size(buf, 0));
  printf("%s\n", buf);
  printf("%zu %zu\n", __builtin_offsetof(struct s, b[2]), offsetof(struct s, b));
  printf("%d %d\n", __builtin_classify_type(1), __builtin_classify_type(1.0));
  printf("%d %zu\n", __LINE__, __builtin_strlen("literal"));
  printf("%s\n", strrchr(__FILE__, 'b'));
  printf("%d\n", __builtin_LINE());
  return __builtin_popcount(SIZE);
}
