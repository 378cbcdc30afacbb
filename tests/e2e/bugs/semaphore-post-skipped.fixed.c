// RUN: %expect %s
// The post is made in any case.
// EXPECT: safe
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t wake;
static atomic_int cancelled;

static void *work(void *arg) {
  (void)arg;
  (void)atomic_load(&cancelled);
  sem_post(&wake);
  return NULL;
}

static void *cancel_and_wait(void *arg) {
  (void)arg;
  atomic_store(&cancelled, 1);
  sem_wait(&wake);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&wake, 0, 0);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, cancel_and_wait, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_destroy(&wake);
  return 0;
}
