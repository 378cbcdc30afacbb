// RUN: %expect %s
// A thread spins with trylock on a mutex whose owner ended without unlocking.
// EXPECT: hang
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  return NULL;
}

static void *poll(void *arg) {
  (void)arg;
  while (pthread_mutex_trylock(&lock) != 0) // BUG: hang
    ;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, owner, NULL);
  pthread_create(&b, NULL, poll, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
