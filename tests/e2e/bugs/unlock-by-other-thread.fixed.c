// RUN: %expect %s
// A semaphore may be posted by another thread.
// EXPECT: safe
#include <pthread.h>
#include <semaphore.h>

static sem_t taken;
static sem_t lock;

static void *taker(void *arg) {
  (void)arg;
  sem_wait(&lock);
  sem_post(&taken);
  return NULL;
}

static void *giver(void *arg) {
  (void)arg;
  sem_wait(&taken);
  sem_post(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&taken, 0, 0);
  sem_init(&lock, 0, 1);
  pthread_create(&a, NULL, taker, NULL);
  pthread_create(&b, NULL, giver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
