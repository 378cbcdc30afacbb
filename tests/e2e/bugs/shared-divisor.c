// RUN: %expect %s
// The worker count can be zero when the average is taken.
// EXPECT: division-by-zero
#include <pthread.h>
#include <stdatomic.h>

static atomic_int workers = 1;
static atomic_int share;

static void *leave(void *arg) {
  (void)arg;
  atomic_fetch_sub(&workers, 1);
  return NULL;
}

static void *divide(void *arg) {
  (void)arg;
  if (atomic_load(&workers) != 0)
    atomic_store(&share, 100 / atomic_load(&workers)); // BUG: division-by-zero
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, leave, NULL);
  pthread_create(&b, NULL, divide, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
