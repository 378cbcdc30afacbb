// N threads read a variable twice while two write it once each, always more. No reader sees it
// fall. With -DBUG the second writer writes less than the first one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static void *reader(void *unused) {
  int before = x;
  int after = x;
  assert(before <= after);
  return unused;
}

static void *raise_it(void *by) {
#ifdef BUG
  x = *(int *)by;
#else
  atomic_fetch_add(&x, *(int *)by);
#endif
  return 0;
}

int main(void) {
  static int steps[2] = {2, 1};
  pthread_t threads[N + 2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, raise_it, &steps[i]);
  for (int i = 2; i < N + 2; ++i)
    pthread_create(&threads[i], 0, reader, 0);
  for (int i = 0; i < N + 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
