// RUN: %expect %s
// A plain reset races with the __sync addition of the other thread.
// EXPECT: data-race
#include <pthread.h>

static int hits;

static void *hit(void *arg) {
  (void)arg;
  __sync_fetch_and_add(&hits, 1); // BUG: data-race
  return NULL;
}

static void *reset(void *arg) {
  (void)arg;
  hits = 0; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, hit, NULL);
  pthread_create(&b, NULL, reset, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
