// Paper 004, figure 2: two writes and two reads of one variable whose first value is an input. The
// reader must not see values fall.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int x;

static void *writer(void *unused) {
  x = 10;
  x = 20;
  return unused;
}

static void *reader(void *unused) {
  int a = x;
  int b = x;
  assert(a <= b);
  return unused;
}

int main(void) {
  x = heddle_int("x");
  heddle_assume(x <= 10);
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
