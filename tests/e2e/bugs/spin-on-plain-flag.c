// RUN: %expect %s
// A plain flag is used to wait for data.
// EXPECT: data-race
#include <pthread.h>

static int data;
static int seen;
static int ready;

static void *produce(void *arg) {
  (void)arg;
  data = 1;  // BUG: data-race
  ready = 1; // BUG: data-race
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  while (!ready) // BUG: data-race
    ;
  seen = data; // BUG: data-race
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
