// RUN: %expect %s
// Only the thread that got the spinlock goes on.
// EXPECT: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_spinlock_t spin;
static atomic_int inside;

static void *work(void *arg) {
  (void)arg;
  int got = pthread_spin_trylock(&spin) == 0;
  if (!got)
    return NULL;
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  pthread_spin_unlock(&spin);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_spin_destroy(&spin);
  return 0;
}
