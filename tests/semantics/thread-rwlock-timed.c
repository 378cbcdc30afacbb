// Timed read-write locks, a lock read several times by one thread, and attributes.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *other(void *p) {
  struct timespec past = {1, 0};
  int *results = p;
  results[0] = pthread_rwlock_timedwrlock(&lock, &past);
  results[1] = pthread_rwlock_timedrdlock(&lock, &past);
  results[2] = results[1] ? -1 : pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  struct timespec later = {4000000000, 0};
  int results[3];
  pthread_t t;
  printf("%d", pthread_rwlock_timedrdlock(&lock, &later));
  printf("%d", pthread_rwlock_rdlock(&lock));
  printf("%d\n", pthread_rwlock_tryrdlock(&lock));
  pthread_create(&t, NULL, other, results);
  pthread_join(t, NULL);
  printf("%d %d %d\n", results[0] == ETIMEDOUT, results[1], results[2]);
  for (int i = 0; i < 3; i++)
    printf("%d", pthread_rwlock_unlock(&lock));
  puts("");
  printf("%d", pthread_rwlock_timedwrlock(&lock, &later));
  pthread_create(&t, NULL, other, results);
  pthread_join(t, NULL);
  printf(" %d %d\n", results[0] == ETIMEDOUT, results[1] == ETIMEDOUT);
  pthread_rwlock_unlock(&lock);
  pthread_attr_t attributes;
  int state;
  size_t size;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_getstacksize(&attributes, &size);
  pthread_attr_getdetachstate(&attributes, &state);
  printf("%zu %d\n", size, state == PTHREAD_CREATE_DETACHED);
  pthread_attr_destroy(&attributes);
  pthread_condattr_t condition;
  clockid_t clock;
  pthread_condattr_init(&condition);
  pthread_condattr_setclock(&condition, CLOCK_MONOTONIC);
  pthread_condattr_getclock(&condition, &clock);
  printf("%d\n", clock == CLOCK_MONOTONIC);
  return 0;
}
