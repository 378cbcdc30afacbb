// RUN: %expect %s
// Main destroys the mutex while the worker may hold it.
// EXPECT: lock-misuse
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock;
static sem_t locked, destroyed;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  sem_post(&locked);
  sem_wait(&destroyed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_init(&lock, NULL);
  sem_init(&locked, 0, 0);
  sem_init(&destroyed, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  sem_wait(&locked);
  pthread_mutex_destroy(&lock); // BUG: lock-misuse
  sem_post(&destroyed);
  pthread_join(worker, NULL);
  return 0;
}
