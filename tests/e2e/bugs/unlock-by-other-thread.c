// RUN: %expect %s
// One thread locks the mutex, and another one unlocks it.
// EXPECT: lock-misuse
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t taken;

static void *taker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  sem_post(&taken);
  return NULL;
}

static void *giver(void *arg) {
  (void)arg;
  sem_wait(&taken);
  pthread_mutex_unlock(&lock); // BUG: lock-misuse
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&taken, 0, 0);
  pthread_create(&a, NULL, taker, NULL);
  pthread_create(&b, NULL, giver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
