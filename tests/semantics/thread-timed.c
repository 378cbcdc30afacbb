// Timed calls that need not time out, and ones that must.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

int main(void) {
  // Long past, so that nobody has to wait for it.
  struct timespec past = {1, 0};
  int a = pthread_mutex_timedlock(&lock, &past);
  int b = pthread_cond_timedwait(&never, &lock, &past);
  // The mutex is held again after the time-out.
  int c = pthread_mutex_trylock(&lock);
  printf("%d %d %d\n", a, b == ETIMEDOUT, c == EBUSY);
  pthread_mutex_unlock(&lock);
  return 0;
}
