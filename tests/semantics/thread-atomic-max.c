// A compare-exchange loop keeps the maximum of two threads' values.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int best = 4;

static void offer(int v) {
  int seen = atomic_load(&best);
  while (v > seen && !atomic_compare_exchange_strong(&best, &seen, v))
    ;
}

static void *work(void *p) {
  offer(*(int *)p);
  return NULL;
}

int main(void) {
  int values[2] = {9, 6};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, work, &values[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  printf("%d\n", best);
  return best;
}
