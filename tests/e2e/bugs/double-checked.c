// RUN: %expect %s
// The first check of the double-checked flag is outside the lock, and the flag
// is plain.
// EXPECT: data-race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int initialised;

static void *use(void *arg) {
  (void)arg;
  if (!initialised) { // BUG: data-race
    pthread_mutex_lock(&lock);
    if (!initialised)
      initialised = 1; // BUG: data-race
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
