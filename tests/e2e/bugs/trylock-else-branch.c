// RUN: %expect %s
// When the trylock fails the thread writes anyway.
// EXPECT: data-race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *polite(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  value = 1; // BUG: data-race
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *rude(void *arg) {
  (void)arg;
  int got = pthread_mutex_trylock(&lock) == 0;
  value = 2; // BUG: data-race
  if (got)
    pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, polite, NULL);
  pthread_create(&b, NULL, rude, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
