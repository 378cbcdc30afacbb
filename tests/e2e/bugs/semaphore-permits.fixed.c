// RUN: %expect %s
// With three permits one of them can always finish.
// EXPECT: safe
#include <pthread.h>
#include <semaphore.h>

static sem_t permits;

static void *use_two(void *arg) {
  (void)arg;
  sem_wait(&permits);
  sem_wait(&permits);
  sem_post(&permits);
  sem_post(&permits);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&permits, 0, 3);
  pthread_create(&a, NULL, use_two, NULL);
  pthread_create(&b, NULL, use_two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_destroy(&permits);
  return 0;
}
