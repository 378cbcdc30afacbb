// A flag that is set only if a thread is early: otherwise nobody ends the wait, and it hangs.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int closed, flag;

static void *open(void *unused) {
  (void)unused;
  if (!atomic_load(&closed))
    atomic_store(&flag, 1);
  return 0;
}

static void *await(void *unused) {
  (void)unused;
  atomic_store(&closed, 1);
  while (!atomic_load(&flag))
    ;
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, open, 0);
  pthread_create(&two, 0, await, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
