// RUN: %expect %s
// A thread publishes the address of its thread-local counter and goes on using
// it.
// EXPECT: data-race
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int counter;
static int *published;
static sem_t shared, peeked;

static void *own(void *arg) {
  (void)arg;
  counter = 1;
  published = &counter;
  sem_post(&shared);
  counter = 2; // BUG: data-race
  sem_wait(&peeked);
  return NULL;
}

static void *peek(void *arg) {
  (void)arg;
  sem_wait(&shared);
  int seen = *published; // BUG: data-race
  (void)seen;
  sem_post(&peeked);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&shared, 0, 0);
  sem_init(&peeked, 0, 0);
  pthread_create(&a, NULL, own, NULL);
  pthread_create(&b, NULL, peek, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
