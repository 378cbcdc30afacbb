// RUN: %expect %s
// Two increments can push the shift count to the width of the type.
// EXPECT: shift
#include <pthread.h>
#include <stdatomic.h>

static atomic_int bits = 30;
static atomic_uint mask;

static void *widen(void *arg) {
  (void)arg;
  int count = atomic_fetch_add(&bits, 1) + 1;
  atomic_store(&mask, 1u << count); // BUG: shift
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
