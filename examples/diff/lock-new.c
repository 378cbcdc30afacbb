// With the lock, the read after `x = x + 1` sees what that has written, or an early 1.
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *consumer(void *unused) {
  pthread_mutex_lock(&m);
  x = x + 1;
  if (x == 0)
    assert(0);
  pthread_mutex_unlock(&m);
  return unused;
}

static void *producer(void *unused) {
  x = 1;
  pthread_mutex_lock(&m);
  x = 0;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, producer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
