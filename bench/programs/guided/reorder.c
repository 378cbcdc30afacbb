// N threads write two variables, one after the other, and another one looks at them in the same
// order. With -DBUG it holds that whoever wrote the first has written the second.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static int a;
static int b;

static void *write(void *unused) {
  a = 1;
  b = -1;
  return unused;
}

static void *look(void *unused) {
  int first = a;
  int second = b;
#ifdef BUG
  assert(first + second == 0);
#else
  assert(first >= 0 && second <= 0);
#endif
  return unused;
}

int main(void) {
  pthread_t threads[N + 1];
  for (int i = 0; i < N; ++i)
    pthread_create(&threads[i], 0, write, 0);
  pthread_create(&threads[N], 0, look, 0);
  for (int i = 0; i <= N; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
