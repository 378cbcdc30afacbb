// RUN: %expect %s
// Each thread spins until the other has raised its flag, and raises its own
// only afterwards.
// EXPECT: hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left, right;

static void *go_left(void *arg) {
  (void)arg;
  while (!atomic_load(&right)) // BUG: hang
    ;
  atomic_store(&left, 1);
  return NULL;
}

static void *go_right(void *arg) {
  (void)arg;
  while (!atomic_load(&left)) // BUG: hang
    ;
  atomic_store(&right, 1);
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
