// RUN: %expect %s
// Main joins and does not detach.
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
  pthread_t a;
  pthread_create(&a, NULL, run, NULL);
  pthread_join(a, NULL);
  return 0;
}
