// RUN: %expect %s
// The C11 thread is only joined.
// EXPECT: safe
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
  thrd_join(a, NULL);
  return 0;
}
