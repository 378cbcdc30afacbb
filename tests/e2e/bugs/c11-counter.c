// RUN: %expect %s
// C11 threads increment a plain counter without the mutex.
// EXPECT: assertion
// EXPECT-MAYBE: data-race
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int count;

static int increment(void *arg) {
  (void)arg;
  count++; // BUG: data-race
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
  assert(count == 2); // BUG: assertion
  return 0;
}
