// Globals initialised with addresses, offsets and constant expressions.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct item {
  int id;
  struct item *next;
  const char *name;
};

static int array[6] = {10, 20, 30, 40, 50, 60};
static int *middle = &array[3];
static int *end = array + sizeof array / sizeof *array;
static const char *tail = &"prefix-tail"[7];
static ptrdiff_t distance = &array[5] - &array[1];
static struct item third, first = {1, &(struct item){2, &third, "second"}, "first"};
static struct item third = {3, &first, "third"};
static int **indirect = &middle;
static int (*print)(const char *, ...) = printf;
static unsigned mask = (1u << 5) - 1 | 0x100;
static double ratio = 10 / 4 + 10 / 4.0;
static const size_t offset = offsetof(struct item, name);
static int tentative;
static _Bool flag = sizeof array > 20 && !0;
static char bytes[sizeof(struct item) > 16 ? 3 : 5] = {'a', 'b'};
static void *self = &self;
static int negative = -(5 > 3) * 7 % 4;
static int64_t big = INT64_C(1) << 40 | 7;
static int chosen = sizeof(long) == 8 ? 64 : 32;

int main(void) {
  print("%d %d %s %td\n", *middle, end[-1], tail, distance);
  struct item *p = &first;
  for (int i = 0; i < 5; i++, p = p->next)
    print("%d:%s ", p->id, p->name);
  print("\n%d %u %g %zu\n", **indirect, mask, ratio, offset);
  print("%d %d %zu %c%d\n", tentative, flag, sizeof bytes, bytes[1], bytes[2]);
  print("%d %d %lld %d\n", self == (void *)&self, negative, (long long)big, chosen);
  *indirect = end - 2;
  tentative += *middle;
  return tentative;
}
