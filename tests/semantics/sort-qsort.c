// qsort and bsearch over ints, strings and structs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
  const char *name;
  int age;
};

static int calls;
static int by_int(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  calls++;
  return (x > y) - (x < y);
}
static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}
static int by_age_then_name(const void *a, const void *b) {
  const struct person *x = a, *y = b;
  return x->age != y->age ? x->age - y->age : strcmp(x->name, y->name);
}

int main(void) {
  int v[] = {5, -3, 99, 0, 42, 7, -3, 1000, 8};
  qsort(v, 9, sizeof *v, by_int);
  for (int i = 0; i < 9; i++)
    printf("%d ", v[i]);
  printf("%d\n", calls > 0);
  for (int key = 41; key <= 43; key++) {
    int *hit = bsearch(&key, v, 9, sizeof *v, by_int);
    printf("%td ", hit ? hit - v : -1);
  }
  putchar('\n');
  const char *words[] = {"weft", "warp", "loom", "heald", "reed"};
  qsort(words, 5, sizeof *words, by_text);
  for (int i = 0; i < 5; i++)
    printf("%s ", words[i]);
  putchar('\n');
  struct person people[] = {{"eve", 30}, {"bob", 25}, {"ann", 30}, {"dan", 25}, {"cat", 1}};
  qsort(people, 5, sizeof *people, by_age_then_name);
  for (int i = 0; i < 5; i++)
    printf("%s%d ", people[i].name, people[i].age);
  putchar('\n');
  struct person wanted = {"ann", 30};
  struct person *found = bsearch(&wanted, people, 5, sizeof *people, by_age_then_name);
  qsort(v, 0, sizeof *v, by_int);
  return found ? (int)(found - people) : 99;
}
