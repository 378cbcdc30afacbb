// RUN: %expect %s
// Two readers both ask for the write lock without giving up their read lock.
// EXPECT: deadlock
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version;
static pthread_barrier_t both_reading;

static void *upgrade(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  int stale = version == 0;
  pthread_barrier_wait(&both_reading);
  pthread_rwlock_wrlock(&lock); // BUG: deadlock
  if (stale && version == 0)
    version = 1;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&both_reading, NULL, 2);
  pthread_create(&a, NULL, upgrade, NULL);
  pthread_create(&b, NULL, upgrade, NULL);
  pthread_join(a, NULL); // BUG-MAYBE: deadlock
  pthread_join(b, NULL); // BUG-MAYBE: deadlock
  pthread_barrier_destroy(&both_reading);
  return 0;
}
