// RUN: %expect %s
// A failed trylock silently drops the increment.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *hit(void *arg) {
  (void)arg;
  if (pthread_mutex_trylock(&lock) != 0)
    return NULL;
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
  assert(hits == 3); // BUG: assertion
  return 0;
}
