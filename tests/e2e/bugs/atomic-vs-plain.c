// RUN: %expect %s
// One side uses an atomic builtin, the other a plain read of the same integer.
// EXPECT: data-race
#include <pthread.h>

static int progress;
static int shown;

static void *work(void *arg) {
  (void)arg;
  __atomic_store_n(&progress, 50, __ATOMIC_SEQ_CST); // BUG: data-race
  return NULL;
}

static void *show(void *arg) {
  (void)arg;
  shown = progress; // BUG: data-race
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, show, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
