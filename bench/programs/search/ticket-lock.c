// A ticket lock and two threads that pass it twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int counter;

static void *pass(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i) {
    unsigned mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine)
      ;
    counter++;
    atomic_store(&serving, mine + 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, pass, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  assert(counter == 4);
  return 0;
}
