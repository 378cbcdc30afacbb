// RUN: %expect %s
// The flag is raised before the data is written.
// EXPECT: data-race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static int seen;
static atomic_int ready;

static void *publish(void *arg) {
  (void)arg;
  atomic_store(&ready, 1);
  data = 42; // BUG: data-race
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  if (atomic_load(&ready))
    seen = data; // BUG: data-race
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
