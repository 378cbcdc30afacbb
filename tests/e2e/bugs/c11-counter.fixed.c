// RUN: %expect %s
// Each increment is under the C11 mutex.
// EXPECT: safe
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int count;

static int increment(void *arg) {
  (void)arg;
  mtx_lock(&lock);
  count++;
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t a, b;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, increment, NULL);
  thrd_create(&b, increment, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  mtx_destroy(&lock);
  assert(count == 2);
  return 0;
}
