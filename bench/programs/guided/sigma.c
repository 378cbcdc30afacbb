// N threads each mark a place of their own and count it in. With -DBUG two may get the same place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

static int marks[N];
static atomic_int next;

static void *mark(void *unused) {
#ifdef BUG
  int place = next;
  next = place + 1;
#else
  int place = atomic_fetch_add(&next, 1);
#endif
  marks[place] = 1;
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, mark, 0);
  for (int i = 0; i < N; ++i)
    pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < N; ++i)
    sum += marks[i];
  assert(sum == N);
  return 0;
}
