// RUN: %expect %s
// The product is computed in a wider type.
// CHECK-FLAGS: --property overflow
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int scale = 1;
static atomic_llong area;

static void *enlarge(void *arg) {
  (void)arg;
  atomic_store(&scale, 100000);
  return NULL;
}

static void *measure(void *arg) {
  (void)arg;
  int width = 50000;
  atomic_store(&area, (long long)width * atomic_load(&scale));
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enlarge, NULL);
  pthread_create(&b, NULL, measure, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
