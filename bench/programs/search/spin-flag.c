// A thread waits for a flag with while (!flag) and then reads what was published before it.
// One trace: the wait ends only after the store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *publish(void *unused) {
  (void)unused;
  data = 7;
  atomic_store(&flag, 1);
  return 0;
}

static void *await(void *unused) {
  (void)unused;
  while (!atomic_load(&flag))
    ;
  assert(data == 7);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, await, 0);
  pthread_create(&two, 0, publish, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
