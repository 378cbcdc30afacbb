// RUN: %expect %s
// Both sides use atomic builtins.
// EXPECT: safe
#include <pthread.h>

static int progress;
static int shown;

static void *work(void *arg) {
  (void)arg;
  __atomic_store_n(&progress, 50, __ATOMIC_SEQ_CST);
  return NULL;
}

static void *show(void *arg) {
  (void)arg;
  shown = __atomic_load_n(&progress, __ATOMIC_SEQ_CST);
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
