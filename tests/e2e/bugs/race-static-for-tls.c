// RUN: %expect %s
// A scratch variable is shared by mistake: it is static instead of thread-
// local.
// EXPECT: data-race
#include <pthread.h>

static int scratch;

static void *compute(void *arg) {
  (void)arg;
  scratch = 3; // BUG: data-race
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
