// RUN: %expect %s
// Only a mutex that was taken is unlocked.
// EXPECT: safe
#include <threads.h>
#include <time.h>

static mtx_t lock;

static int work(void *arg) {
  (void)arg;
  struct timespec until;
  timespec_get(&until, TIME_UTC);
  until.tv_sec += 1;
  if (mtx_timedlock(&lock, &until) == thrd_success)
    mtx_unlock(&lock);
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
