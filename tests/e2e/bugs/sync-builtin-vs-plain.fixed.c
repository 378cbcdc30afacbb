// RUN: %expect %s
// The reset is a __sync operation too.
// EXPECT: safe
#include <pthread.h>

static int hits;

static void *hit(void *arg) {
  (void)arg;
  __sync_fetch_and_add(&hits, 1);
  return NULL;
}

static void *reset(void *arg) {
  (void)arg;
  __sync_fetch_and_and(&hits, 0);
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
