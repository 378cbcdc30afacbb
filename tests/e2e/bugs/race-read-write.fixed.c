// RUN: %expect %s
// Reader and writer hold the same mutex.
// EXPECT: safe
#include <pthread.h>

static int temperature;
static int shown;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *measure(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  temperature = 21;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *show(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  shown = temperature;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, measure, NULL);
  pthread_create(&b, NULL, show, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
