// Paper 004, figure 4: two threads that each count up two variables, whose first values are inputs,
// and branch on what they found. Nothing is asserted.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static atomic_int y;

static void *count(void *unused) {
  volatile int way = 0;
  if (atomic_fetch_add(&x, 1) == 0)
    way = 1;
  else
    way = 2;
  if (atomic_fetch_add(&y, 1) == 0)
    way = 3;
  else
    way = 4;
  return unused;
}

int main(void) {
  atomic_init(&x, heddle_int("x"));
  atomic_init(&y, heddle_int("y"));
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
