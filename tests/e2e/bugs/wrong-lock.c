// RUN: %expect %s
// Each thread holds a lock, but not the same one.
// EXPECT: data-race
#include <pthread.h>

static pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t out_lock = PTHREAD_MUTEX_INITIALIZER;
static int length;

static void *put(void *arg) {
  (void)arg;
  pthread_mutex_lock(&in_lock);
  length++; // BUG: data-race
  pthread_mutex_unlock(&in_lock);
  return NULL;
}

static void *get(void *arg) {
  (void)arg;
  pthread_mutex_lock(&out_lock);
  length--; // BUG: data-race
  pthread_mutex_unlock(&out_lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, put, NULL);
  pthread_create(&b, NULL, get, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
