// N threads take tickets and are served one after another. With -DBUG two may take the same ticket.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int next;
static atomic_int served;
static int inside;

static void *enter(void *unused) {
#ifdef BUG
  int mine = next;
  next = mine + 1;
#else
  int mine = atomic_fetch_add(&next, 1);
#endif
  heddle_assume(served == mine);
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  served = mine + 1;
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, enter, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
