// RUN: %expect %s
// The scratch variable is thread-local.
// EXPECT: safe
#include <pthread.h>

static _Thread_local int scratch;

static void *compute(void *arg) {
  (void)arg;
  scratch = 3;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, compute, NULL);
  pthread_create(&b, NULL, compute, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
