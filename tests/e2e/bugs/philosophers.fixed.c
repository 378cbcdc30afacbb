// RUN: %expect %s
// The last philosopher takes the forks in the other order.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t fork0 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t fork1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t fork2 = PTHREAD_MUTEX_INITIALIZER;

static void eat(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *plato(void *arg) {
  (void)arg;
  eat(&fork0, &fork1);
  return NULL;
}

static void *kant(void *arg) {
  (void)arg;
  eat(&fork1, &fork2);
  return NULL;
}

static void *hume(void *arg) {
  (void)arg;
  eat(&fork0, &fork2);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, plato, NULL);
  pthread_create(&b, NULL, kant, NULL);
  pthread_create(&c, NULL, hume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
