// Two threads hold a read-write lock for reading and write all the same: a race.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int counter;

static void *count(void *unused) {
  (void)unused;
  pthread_rwlock_rdlock(&lock);
  ++counter;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, count, 0);
  pthread_create(&two, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
