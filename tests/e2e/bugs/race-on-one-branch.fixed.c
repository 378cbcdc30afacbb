// RUN: %expect %s
// The write is protected on both branches.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int late;
static int result;

static void *fast(void *arg) {
  (void)arg;
  atomic_store_explicit(&late, 1, memory_order_relaxed);
  pthread_mutex_lock(&lock);
  result = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *slow(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&late, memory_order_relaxed)) {
    pthread_mutex_lock(&lock);
    result = 2;
    pthread_mutex_unlock(&lock);
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
