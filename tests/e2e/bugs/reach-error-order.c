// RUN: %expect %s
// The reader reaches the error when it sees the second store but not the first:
// the writer has them in the wrong order.
// EXPECT: reach-error
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int data;
static atomic_int ready;

static void *write_both(void *arg) {
  (void)arg;
  atomic_store(&ready, 1);
  atomic_store(&data, 1);
  return NULL;
}

static void *read_both(void *arg) {
  (void)arg;
  if (atomic_load(&ready) && !atomic_load(&data))
    reach_error(); // BUG: reach-error
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_both, NULL);
  pthread_create(&b, NULL, read_both, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
