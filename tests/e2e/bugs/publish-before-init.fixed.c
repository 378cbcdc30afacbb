// RUN: %expect %s
// The data is written before the flag is raised.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static int data;
static int seen;
static atomic_int ready;

static void *publish(void *arg) {
  (void)arg;
  data = 42;
  atomic_store(&ready, 1);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  if (atomic_load(&ready))
    seen = data;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, publish, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
