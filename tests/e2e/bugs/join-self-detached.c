// RUN: %expect %s
// The thread detaches itself and says so too late: main reads the old flag and
// joins a detached thread.
// EXPECT: thread-misuse
#include <pthread.h>
#include <stdatomic.h>

static atomic_int on_its_own;

static void *run(void *arg) {
  (void)arg;
  pthread_detach(pthread_self()); // BUG: thread-misuse
  atomic_store(&on_its_own, 1);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, run, NULL);
  if (!atomic_load(&on_its_own))
    pthread_join(a, NULL); // BUG: thread-misuse
  return 0;
}
