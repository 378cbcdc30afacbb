// Each thread writes its own variable and reads the other's: three traces, for not both can be
// early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int saw_x, saw_y;

static void *first(void *unused) {
  (void)unused;
  atomic_store(&x, 1);
  saw_y = atomic_load(&y);
  return 0;
}

static void *second(void *unused) {
  (void)unused;
  atomic_store(&y, 1);
  saw_x = atomic_load(&x);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(saw_x || saw_y);
  return 0;
}
