// Atomic counters across threads: the total holds whatever the order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int total;
static atomic_uint bits;
static _Atomic long last;

static void *work(void *p) {
  int me = *(int *)p;
  atomic_fetch_add(&total, me);
  atomic_fetch_or(&bits, 1u << me);
  last += me * 1000;
  return NULL;
}

int main(void) {
  int ids[2] = {3, 4};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, work, &ids[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  printf("%d %u %ld\n", total, bits, last);
  return total;
}
