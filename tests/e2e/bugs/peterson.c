// RUN: %expect %s
// Peterson's lock with the two entry stores swapped: both threads can be inside
// at once.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int flag[2];
static atomic_int turn;
static atomic_int inside;

static void *enter(void *arg) {
  int self = (int)(intptr_t)arg;
  int other = 1 - self;
  atomic_store(&turn, other);
  atomic_store(&flag[self], 1);
  while (atomic_load(&flag[other]) && atomic_load(&turn) == other)
    ;
  assert(atomic_exchange(&inside, 1) == 0); // BUG: assertion
  atomic_store(&inside, 0);
  atomic_store(&flag[self], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)(intptr_t)0);
  pthread_create(&b, NULL, enter, (void *)(intptr_t)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
