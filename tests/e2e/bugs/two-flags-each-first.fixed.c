// RUN: %expect %s
// Each thread raises its flag first.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left, right;

static void *go_left(void *arg) {
  (void)arg;
  atomic_store(&left, 1);
  while (!atomic_load(&right))
    ;
  return NULL;
}

static void *go_right(void *arg) {
  (void)arg;
  atomic_store(&right, 1);
  while (!atomic_load(&left))
    ;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, go_left, NULL);
  pthread_create(&b, NULL, go_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
