// RUN: %expect %s
// Both the creator and the thread itself detach it.
// EXPECT: thread-misuse
#include <pthread.h>
#include <stdatomic.h>

static atomic_int runs;

static void *run(void *arg) {
  (void)arg;
  pthread_detach(pthread_self()); // BUG: thread-misuse
  atomic_fetch_add(&runs, 1);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, run, NULL);
  pthread_detach(a); // BUG: thread-misuse
  pthread_exit(NULL);
}
