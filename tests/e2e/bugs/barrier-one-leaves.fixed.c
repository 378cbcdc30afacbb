// RUN: %expect %s
// The thread comes to the barrier whatever the flag says.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int stop;
static atomic_int rounds;

static void *worker(void *arg) {
  (void)arg;
  if (!atomic_load(&stop))
    atomic_fetch_add(&rounds, 1);
  pthread_barrier_wait(&barrier);
  return NULL;
}

static void *controller(void *arg) {
  (void)arg;
  atomic_store(&stop, 1);
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, controller, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
