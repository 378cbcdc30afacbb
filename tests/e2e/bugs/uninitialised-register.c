// RUN: %expect %s
// A plain local is set in two cases of three, and tested after all of them.
// EXPECT: uninitialised
#include <pthread.h>
#include <stdatomic.h>

static atomic_int mode;
static atomic_int big;

static void *choose_mode(void *arg) {
  (void)arg;
  atomic_store(&mode, 1);
  atomic_store(&mode, 2);
  return NULL;
}

static void *run(void *arg) {
  (void)arg;
  int size;
  switch (atomic_load(&mode)) {
  case 1:
    size = 10;
    break;
  case 2:
    size = 20;
    break;
  }
  if (size > 5) // BUG: uninitialised
    atomic_store(&big, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, choose_mode, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
