// RUN: %expect %s
// Each thread is joined once.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int runs;

static void *run(void *arg) {
  (void)arg;
  atomic_fetch_add(&runs, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
