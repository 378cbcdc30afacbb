// RUN: %expect %s
// Each of two threads needs two permits; there are two, and when each holds one
// both wait for ever.
// EXPECT: deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;

static void *use_two(void *arg) {
  (void)arg;
  sem_wait(&permits);
  sem_wait(&permits); // BUG: deadlock
  sem_post(&permits);
  sem_post(&permits);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&permits, 0, 2);
  pthread_create(&a, NULL, use_two, NULL);
  pthread_create(&b, NULL, use_two, NULL);
  pthread_join(a, NULL); // BUG-MAYBE: deadlock
  pthread_join(b, NULL); // BUG-MAYBE: deadlock
  sem_destroy(&permits);
  return 0;
}
