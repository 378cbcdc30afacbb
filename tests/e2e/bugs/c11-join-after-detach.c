// RUN: %expect %s
// A C11 thread is detached and then joined.
// EXPECT: thread-misuse
#include <stdatomic.h>
#include <threads.h>

static atomic_int runs;

static int run(void *arg) {
  (void)arg;
  atomic_fetch_add(&runs, 1);
  return 0;
}

int main(void) {
  thrd_t a;
  thrd_create(&a, run, NULL);
  thrd_detach(a);
  thrd_join(a, NULL); // BUG: thread-misuse
  return 0;
}
