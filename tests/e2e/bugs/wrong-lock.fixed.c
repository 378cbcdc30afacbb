// RUN: %expect %s
// Both threads hold the same lock.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t out_lock = PTHREAD_MUTEX_INITIALIZER;
static int length;

static void *put(void *arg) {
  (void)arg;
  pthread_mutex_lock(&in_lock);
  length++;
  pthread_mutex_unlock(&in_lock);
  return NULL;
}

static void *get(void *arg) {
  (void)arg;
  pthread_mutex_lock(&in_lock);
  length--;
  pthread_mutex_unlock(&in_lock);
  pthread_mutex_lock(&out_lock);
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
