// Two writers of two variables and two readers that read both in opposite orders: of the 2^4 ways
// to see them one contradicts itself, so 15 traces.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen[4];

static void *write_x(void *unused) {
  (void)unused;
  atomic_store(&x, 1);
  return 0;
}

static void *write_y(void *unused) {
  (void)unused;
  atomic_store(&y, 1);
  return 0;
}

static void *read_x_first(void *unused) {
  (void)unused;
  seen[0] = atomic_load(&x);
  seen[1] = atomic_load(&y);
  return 0;
}

static void *read_y_first(void *unused) {
  (void)unused;
  seen[2] = atomic_load(&y);
  seen[3] = atomic_load(&x);
  return 0;
}

int main(void) {
  void *(*const bodies[])(void *) = {write_x, write_y, read_x_first, read_y_first};
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i)
    pthread_create(&threads[i], 0, bodies[i], 0);
  for (int i = 0; i < 4; ++i)
    pthread_join(threads[i], 0);
  assert(!(seen[0] && !seen[1] && seen[2] && !seen[3]));
  return 0;
}
