// RUN: %expect %s
// The retry after a change by the other thread locks again without unlocking.
// EXPECT: lock-misuse
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int version;

static void *change(void *arg) {
  (void)arg;
  atomic_fetch_add(&version, 1);
  return NULL;
}

static void *update(void *arg) {
  (void)arg;
  int before = atomic_load(&version);
  pthread_mutex_lock(&lock);
  if (atomic_load(&version) != before) {
    pthread_mutex_lock(&lock); // BUG: lock-misuse
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, change, NULL);
  pthread_create(&b, NULL, update, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
