// Two threads push N nodes each in front of a list by compare-and-exchange. None is lost. With
// -DBUG a node goes in front whatever happened since it was linked.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) head;

static void *push(void *unused) {
  for (int i = 0; i < N; ++i) {
    struct node *made = malloc(sizeof *made);
    made->value = 1;
    made->next = atomic_load(&head);
#ifdef BUG
    atomic_store(&head, made);
#else
    while (!atomic_compare_exchange_strong(&head, &made->next, made))
      ;
#endif
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, push, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  int sum = 0;
  for (struct node *at = head; at; at = at->next)
    sum += at->value;
  assert(sum == 2 * N);
  return 0;
}
