// RUN: %expect %s
// The unlock follows only a read lock that was taken.
// EXPECT: safe
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static int seen;

static void *write_value(void *arg) {
  (void)arg;
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

static void *read_value(void *arg) {
  (void)arg;
  int busy = pthread_rwlock_tryrdlock(&lock) == EBUSY;
  if (!busy)
    seen = value;
  if (!busy)
    pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_value, NULL);
  pthread_create(&b, NULL, read_value, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
