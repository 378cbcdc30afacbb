// RUN: %expect %s
// Two threads join the same third one.
// EXPECT: thread-misuse
#include <pthread.h>
#include <stdatomic.h>

static atomic_int runs;

static void *run(void *arg) {
  (void)arg;
  atomic_fetch_add(&runs, 1);
  return NULL;
}

static void *join_it(void *arg) {
  pthread_join(*(pthread_t *)arg, NULL); // BUG: thread-misuse
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, join_it, &a);
  pthread_join(a, NULL); // BUG: thread-misuse
  pthread_join(b, NULL);
  return 0;
}
