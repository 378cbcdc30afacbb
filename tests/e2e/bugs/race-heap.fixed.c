// RUN: %expect %s
// The object carries a mutex, which both take.
// EXPECT: safe
#include <pthread.h>
#include <stdlib.h>

struct counter {
  int value;
  pthread_mutex_t lock;
};

static void *bump(void *arg) {
  struct counter *counter = arg;
  pthread_mutex_lock(&counter->lock);
  counter->value++;
  pthread_mutex_unlock(&counter->lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct counter *counter = malloc(sizeof *counter);
  counter->value = 0;
  pthread_mutex_init(&counter->lock, NULL);
  pthread_create(&a, NULL, bump, counter);
  pthread_create(&b, NULL, bump, counter);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_mutex_destroy(&counter->lock);
  free(counter);
  return 0;
}
