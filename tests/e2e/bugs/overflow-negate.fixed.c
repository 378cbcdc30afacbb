// RUN: %expect %s
// The sentinel is tested for first.
// CHECK-FLAGS: --property overflow
// EXPECT: safe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int reading = INT_MIN;
static atomic_int magnitude;

static void *sample(void *arg) {
  (void)arg;
  atomic_store(&reading, -5);
  return NULL;
}

static void *negate(void *arg) {
  (void)arg;
  int value = atomic_load(&reading);
  if (value == INT_MIN)
    return NULL;
  if (value < 0)
    value = -value;
  atomic_store(&magnitude, value);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sample, NULL);
  pthread_create(&b, NULL, negate, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
