// RUN: %expect %s
// The flag is atomic: the first check acquires what the initialiser released.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int initialised;

static void *use(void *arg) {
  (void)arg;
  if (!atomic_load(&initialised)) {
    pthread_mutex_lock(&lock);
    if (!atomic_load(&initialised))
      atomic_store(&initialised, 1);
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
