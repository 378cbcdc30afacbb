// RUN: %expect %s
// One side speaks before it waits.
// EXPECT: safe
#include <pthread.h>
#include <semaphore.h>

static sem_t ping;
static sem_t pong;

static void *left(void *arg) {
  (void)arg;
  sem_post(&ping);
  sem_wait(&pong);
  return NULL;
}

static void *right(void *arg) {
  (void)arg;
  sem_wait(&ping);
  sem_post(&pong);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_destroy(&ping);
  sem_destroy(&pong);
  return 0;
}
