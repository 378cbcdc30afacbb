// RUN: %expect %s
// A thread does not join itself.
// EXPECT: safe
#include <pthread.h>
#include <semaphore.h>

static pthread_t elder;
static sem_t known;

static void join_other(pthread_t other) {
  if (!pthread_equal(other, pthread_self()))
    pthread_join(other, NULL);
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
