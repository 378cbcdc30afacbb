// RUN: %expect %s
// The flag is set only when the trylock succeeds; when it fails, the waiter
// spins for ever.
// EXPECT: hang
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *waiter(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  while (!atomic_load(&done)) // BUG: hang
    ;
  return NULL;
}

static void *setter(void *arg) {
  (void)arg;
  if (pthread_mutex_trylock(&lock) == 0) {
    atomic_store(&done, 1);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, setter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
