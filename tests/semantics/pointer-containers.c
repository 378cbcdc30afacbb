// Pointers that go through memory in unusual ways: reallocated tables, caches, intrusive lists,
// structures by value, variable arguments, tables of functions.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int values[8] = {10, 11, 12, 13, 14, 15, 16, 17};

// A table of pointers that grows.
static int sumOfTable(int count) {
  int **table = malloc(sizeof *table);
  for (int i = 0; i < count; ++i) {
    table = realloc(table, (i + 1) * sizeof *table);
    table[i] = &values[i];
  }
  int **moved = realloc(table, 2 * count * sizeof *moved);
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += *moved[i];
  free(moved);
  return sum;
}

// What an allocator returns may be an older block.
struct block {
  struct block *next;
  int *what;
};
static struct block *unused;
static struct block *take(void) {
  if (unused) {
    struct block *old = unused;
    unused = old->next;
    return old;
  }
  return calloc(1, sizeof(struct block));
}
static void give(struct block *block) {
  block->next = unused;
  unused = block;
}

// Members are found from the inside out.
struct link {
  struct link *next, **before;
};
struct item {
  int number;
  struct link link;
  int *data;
};
#define itemOf(pointer) ((struct item *)((char *)(pointer)-offsetof(struct item, link)))

static int list(void) {
  struct link *head = NULL;
  struct item items[3];
  for (int i = 0; i < 3; ++i) {
    items[i].number = i;
    items[i].data = &values[i + 3];
    items[i].link.next = head;
    items[i].link.before = &head;
    if (head)
      head->before = &items[i].link.next;
    head = &items[i].link;
  }
  *items[1].link.before = items[1].link.next;
  int sum = 0;
  for (struct link *at = head; at; at = at->next)
    sum = sum * 100 + *itemOf(at)->data + itemOf(at)->number;
  return sum;
}

// By value, large and small, there and back.
struct pair {
  int *first, *second;
};
struct large {
  struct pair pairs[20];
  char text[100];
};
static struct pair swapped(struct pair pair) {
  struct pair result = {pair.second, pair.first};
  return result;
}
static int *pick(struct large large, int which) {
  large.pairs[which] = swapped(large.pairs[which]);
  return large.pairs[which].first;
}
static struct large copyOf(const struct large *from) {
  struct large copy;
  memcpy(&copy, from, sizeof copy);
  return copy;
}

static int addAll(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += *va_arg(list, int *);
  while (count--) {
    struct pair *unusual = (struct pair *)va_arg(again, void *);
    sum += *(int *)unusual;
  }
  va_end(again);
  va_end(list);
  return sum;
}
static int addPairs(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  while (count--) {
    struct pair pair = va_arg(list, struct pair);
    sum += *pair.first - *pair.second;
  }
  va_end(list);
  return sum;
}

static int plus(int *a, int *b) {
  return *a + *b;
}
static int minus(int *a, int *b) {
  return *a - *b;
}
typedef int (*operation)(int *, int *);
static const struct {
  const char *name;
  operation run;
} operations[] = {{"plus", plus}, {"minus", minus}};
static operation find(const char *name) {
  for (unsigned i = 0; i < 2; ++i)
    if (!strcmp(operations[i].name, name))
      return operations[i].run;
  return NULL;
}

static int byPointee(const void *a, const void *b) {
  return **(int *const *)b - **(int *const *)a;
}

int main(void) {
  printf("%d\n", sumOfTable(8));
  struct block *one = take();
  one->what = &values[1];
  give(one);
  struct block *two = take();
  printf("%d %d\n", *two->what, one == two);
  printf("%d\n", list());
  static struct large large;
  large.pairs[7].first = &values[2];
  large.pairs[7].second = &values[5];
  struct large other = copyOf(&large);
  printf("%d %d\n", *pick(large, 7), *other.pairs[7].first);
  printf("%d\n", addAll(3, &values[0], &values[1], &values[2]));
  printf("%d\n", addPairs(2, large.pairs[7], swapped(large.pairs[7])));
  printf("%d %d\n", find("plus")(&values[3], &values[4]), find("minus")(&values[3], &values[4]));
  int *sorted[] = {&values[2], &values[6], &values[4]};
  qsort(sorted, 3, sizeof *sorted, byPointee);
  printf("%d %d %d\n", *sorted[0], *sorted[1], *sorted[2]);
  char *end;
  const char *text = "12.5 apples";
  double number = strtod(text, &end);
  printf("%g%s\n", number, end);
  free(two);
  return 0;
}
