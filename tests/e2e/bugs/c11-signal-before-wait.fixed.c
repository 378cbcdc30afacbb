// RUN: %expect %s
// The wait is in a loop over a predicate.
// EXPECT: safe
#include <stdbool.h>
#include <threads.h>

static mtx_t lock;
static cnd_t event;
static bool happened;

static int await(void *arg) {
  (void)arg;
  mtx_lock(&lock);
  while (!happened)
    cnd_wait(&event, &lock);
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t waiter;
  mtx_init(&lock, mtx_plain);
  cnd_init(&event);
  thrd_create(&waiter, await, NULL);
  mtx_lock(&lock);
  happened = true;
  cnd_signal(&event);
  mtx_unlock(&lock);
  thrd_join(waiter, NULL);
  cnd_destroy(&event);
  mtx_destroy(&lock);
  return 0;
}
