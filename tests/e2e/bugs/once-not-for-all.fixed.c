// RUN: %expect %s
// Both threads go through call_once.
// EXPECT: safe
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int table;

static void fill(void) {
  table = 9;
}

static int careful(void *arg) {
  (void)arg;
  call_once(&once, fill);
  return 0;
}

static int hasty(void *arg) {
  (void)arg;
  call_once(&once, fill);
  return 0;
}

int main(void) {
  thrd_t a, b;
  thrd_create(&a, careful, NULL);
  thrd_create(&b, hasty, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
