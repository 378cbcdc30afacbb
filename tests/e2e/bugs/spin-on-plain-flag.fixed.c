// RUN: %expect %s
// The flag is atomic and orders the data too.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static int data;
static int seen;
static atomic_int ready;

static void *produce(void *arg) {
  (void)arg;
  data = 1;
  ready = 1;
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  while (!ready)
    ;
  seen = data;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
