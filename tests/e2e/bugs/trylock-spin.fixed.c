// RUN: %expect %s
// The owner unlocks before it ends.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *poll(void *arg) {
  (void)arg;
  while (pthread_mutex_trylock(&lock) != 0)
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
