// From a member back to its struct, and lists that are embedded in it.
#include <stddef.h>
#include <stdio.h>

struct link {
  struct link *prev, *next;
};
struct task {
  int id;
  struct link by_age;
  double weight;
  struct link by_weight;
};

#define CONTAINER(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))

static void insert_before(struct link *at, struct link *l) {
  l->prev = at->prev;
  l->next = at;
  at->prev->next = l;
  at->prev = l;
}

static void unlink_one(struct link *l) {
  l->prev->next = l->next;
  l->next->prev = l->prev;
  l->prev = l->next = l;
}

int main(void) {
  struct link ages = {&ages, &ages}, weights = {&weights, &weights};
  struct task tasks[4] = {{.id = 1, .weight = 2.5},
                          {.id = 2, .weight = 0.5},
                          {.id = 3, .weight = 9},
                          {.id = 4, .weight = 1}};
  for (int i = 0; i < 4; i++) {
    insert_before(&ages, &tasks[i].by_age);
    struct link *at = weights.next;
    while (at != &weights && CONTAINER(at, struct task, by_weight)->weight < tasks[i].weight)
      at = at->next;
    insert_before(at, &tasks[i].by_weight);
  }
  unlink_one(&tasks[1].by_age);
  for (struct link *l = ages.next; l != &ages; l = l->next)
    printf("%d ", CONTAINER(l, struct task, by_age)->id);
  for (struct link *l = weights.prev; l != &weights; l = l->prev)
    printf("%g ", CONTAINER(l, struct task, by_weight)->weight);
  putchar('\n');
  return CONTAINER(weights.next, struct task, by_weight)->id;
}
