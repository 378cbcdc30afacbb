// RUN: %expect %s
// A C11 timed lock may run out of time, and the mutex is unlocked anyway.
// EXPECT: lock-misuse
#include <threads.h>
#include <time.h>

static mtx_t lock;

static int work(void *arg) {
  (void)arg;
  struct timespec until;
  timespec_get(&until, TIME_UTC);
  until.tv_sec += 1;
  mtx_timedlock(&lock, &until);
  mtx_unlock(&lock); // BUG: lock-misuse
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&lock, mtx_timed);
  thrd_create(&a, work, NULL);
  thrd_create(&b, work, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  mtx_destroy(&lock);
  return 0;
}
