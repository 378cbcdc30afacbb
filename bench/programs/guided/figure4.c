// Paper 004, figure 4: two threads that each count up two variables, whose first values are inputs,
// and branch on what they found. Nothing is asserted. With TURNED the other side of each branch
// comes first.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef TURNED
#define IS_ZERO(value) !((value) != 0)
#else
#define IS_ZERO(value) ((value) == 0)
#endif

static atomic_int x;
static atomic_int y;

static void *count(void *unused) {
  volatile int way;
  if (IS_ZERO(atomic_fetch_add(&x, 1)))
    way = 1;
  else
    way = 2;
  if (IS_ZERO(atomic_fetch_add(&y, 1)))
    way = 3;
  else
    way = 4;
  (void)way;
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
