// Release and acquire: a flag publishes plain data.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int data;
static atomic_int flag;

static void *publish(void *p) {
  data = *(int *)p;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

int main(void) {
  int value = 33;
  pthread_t t;
  pthread_create(&t, NULL, publish, &value);
  while (!atomic_load_explicit(&flag, memory_order_acquire))
    ;
  int seen = data;
  pthread_join(t, NULL);
  printf("%d\n", seen);
  return seen;
}
