// RUN: %expect %s
// C11 condition variable waited on without a predicate.
// EXPECT: lost-wakeup
#include <stdbool.h>
#include <threads.h>

static mtx_t lock;
static cnd_t event;

static int await(void *arg) {
  (void)arg;
  mtx_lock(&lock);
  cnd_wait(&event, &lock); // BUG: lost-wakeup
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t waiter;
  mtx_init(&lock, mtx_plain);
  cnd_init(&event);
  thrd_create(&waiter, await, NULL);
  mtx_lock(&lock);
  cnd_signal(&event);
  mtx_unlock(&lock);
  thrd_join(waiter, NULL);
  cnd_destroy(&event);
  mtx_destroy(&lock);
  return 0;
}
