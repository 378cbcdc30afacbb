// sched_yield and thrd_yield change nothing but the schedule.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>

static atomic_int stage;

static void *work(void *unused) {
  (void)unused;
  while (atomic_load(&stage) != 1)
    thrd_yield();
  atomic_store(&stage, 2);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  sched_yield();
  atomic_store(&stage, 1);
  while (atomic_load(&stage) != 2)
    sched_yield();
  pthread_join(t, NULL);
  printf("%d\n", stage);
  return stage;
}
