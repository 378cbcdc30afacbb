// RUN: %expect %s
// The increment waits for the lock.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *hit(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  hits++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, hit, NULL);
  pthread_create(&b, NULL, hit, NULL);
  pthread_create(&c, NULL, hit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(hits == 3);
  return 0;
}
