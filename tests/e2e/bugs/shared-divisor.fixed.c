// RUN: %expect %s
// The count is tested and used from one load.
// EXPECT: safe
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
  int count = atomic_load(&workers);
  if (count != 0)
    atomic_store(&share, 100 / count);
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
