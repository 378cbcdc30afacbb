// RUN: %expect %s
// The semaphore used as a mutex starts at two, so two threads are inside.
// EXPECT: data-race
#include <pthread.h>
#include <semaphore.h>

static sem_t guard;
static int tickets = 5;

static void *sell(void *arg) {
  (void)arg;
  sem_wait(&guard);
  tickets--; // BUG: data-race
  sem_post(&guard);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&guard, 0, 2);
  pthread_create(&a, NULL, sell, NULL);
  pthread_create(&b, NULL, sell, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_destroy(&guard);
  return 0;
}
