// Two threads that take a mutex or give up waiting for it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *unused) {
  (void)unused;
  struct timespec until = {1, 0};
  int result = pthread_mutex_timedlock(&lock, &until);
  if (result == 0) {
    ++counter;
    pthread_mutex_unlock(&lock);
  } else {
    assert(result == ETIMEDOUT);
  }
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, count, 0);
  pthread_create(&two, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(counter <= 2);
  return 0;
}
