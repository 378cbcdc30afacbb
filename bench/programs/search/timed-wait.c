// A timed wait that is signalled or gives up, and says which.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *await(void *unused) {
  (void)unused;
  struct timespec until = {1, 0};
  int result = 0;
  pthread_mutex_lock(&lock);
  while (!ready && result == 0)
    result = pthread_cond_timedwait(&changed, &lock, &until);
  assert(ready || result == ETIMEDOUT);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *wake(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, await, 0);
  pthread_create(&two, 0, wake, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
