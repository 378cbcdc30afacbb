// RUN: %expect %s
// The count is limited before it is used.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bits = 30;
static atomic_uint mask;

static void *widen(void *arg) {
  (void)arg;
  int count = atomic_fetch_add(&bits, 1) + 1;
  if (count > 31)
    count = 31;
  atomic_store(&mask, 1u << count);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, widen, NULL);
  pthread_create(&b, NULL, widen, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
