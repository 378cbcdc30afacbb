// RUN: %expect %s
// The last use of the shared field comes after the unlock.
// EXPECT: data-race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;
static int logged;

static void *raise_level(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  level++; // BUG: data-race
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *log_level(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  logged = level; // BUG: data-race
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
