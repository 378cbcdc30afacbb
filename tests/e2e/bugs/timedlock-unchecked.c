// RUN: %expect %s
// A timed lock that ran out of time is treated as taken, and then unlocked.
// EXPECT: lock-misuse
// EXPECT-MAYBE: data-race
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg) {
  (void)arg;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 1;
  pthread_mutex_timedlock(&lock, &until);
  total++;                     // BUG: data-race
  pthread_mutex_unlock(&lock); // BUG: lock-misuse
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
