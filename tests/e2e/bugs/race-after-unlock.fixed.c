// RUN: %expect %s
// The field is copied under the lock.
// EXPECT: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;
static int logged;

static void *raise_level(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  level++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *log_level(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  logged = level;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, raise_level, NULL);
  pthread_create(&b, NULL, log_level, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
