// RUN: %expect %s
// Two threads hold the lock for reading, and both write.
// EXPECT: data-race
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int visits;

static void *visit(void *arg) {
  (void)arg;
  pthread_rwlock_rdlock(&lock);
  visits++; // BUG: data-race
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, visit, NULL);
  pthread_create(&b, NULL, visit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
