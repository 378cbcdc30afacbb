// RUN: %expect %s
// The thread is told to join the eldest thread, which it is itself.
// EXPECT: thread-misuse
#include <pthread.h>
#include <semaphore.h>

static pthread_t elder;
static sem_t known;

static void join_other(pthread_t other) {
  pthread_join(other, NULL); // BUG: thread-misuse
}

static void *run(void *arg) {
  (void)arg;
  sem_wait(&known);
  join_other(elder);
  return NULL;
}

int main(void) {
  pthread_t a;
  sem_init(&known, 0, 0);
  pthread_create(&a, NULL, run, NULL);
  elder = a;
  sem_post(&known);
  pthread_join(a, NULL);
  sem_destroy(&known);
  return 0;
}
