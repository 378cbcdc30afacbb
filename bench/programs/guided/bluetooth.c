// A driver that N threads use while another one stops it: who is in keeps it from being stopped.
// With -DBUG a thread looks whether it is being stopped before it counts itself in.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int pending = 1;
static atomic_int stopping;
static atomic_int stopped;

static void leave(void) {
  if (atomic_fetch_sub(&pending, 1) == 1)
    stopped = 1;
}

static void *use(void *unused) {
#ifdef BUG
  int may = !stopping;
  atomic_fetch_add(&pending, 1);
#else
  atomic_fetch_add(&pending, 1);
  int may = !stopping;
#endif
  if (may)
    assert(!stopped);
  leave();
  return unused;
}

static void *stop(void *unused) {
  stopping = 1;
  leave();
  return unused;
}

int main(void) {
  pthread_t threads[N + 1];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, use, 0);
  pthread_create(&threads[N], 0, stop, 0);
  for (int i = 0; i <= N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
