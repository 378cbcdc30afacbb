// RUN: %expect %s
// The unprotected write happens only when the other thread got there first.
// EXPECT: data-race
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int late;
static int result;

static void *fast(void *arg) {
  (void)arg;
  atomic_store_explicit(&late, 1, memory_order_relaxed);
  pthread_mutex_lock(&lock);
  result = 1; // BUG: data-race
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *slow(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&late, memory_order_relaxed)) {
    result = 2; // BUG: data-race
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, fast, NULL);
  pthread_create(&b, NULL, slow, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
