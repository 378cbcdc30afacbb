// A reader-writer lock: readers see both halves of every update.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low = 1, high = 10;

static void *writer(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&lock);
  low *= 2;
  high *= 2;
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  pthread_rwlock_rdlock(&lock);
  int consistent = high == low * 10;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  int a = pthread_rwlock_tryrdlock(&lock), b = pthread_rwlock_tryrdlock(&lock);
  int c = pthread_rwlock_trywrlock(&lock);
  printf("%d %d %d %d\n", consistent, a, b, c == EBUSY);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  a = pthread_rwlock_trywrlock(&lock);
  b = pthread_rwlock_tryrdlock(&lock);
  printf("%d %d\n", a, b == EBUSY);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  printf("%d %d\n", low, high);
  return high;
}
