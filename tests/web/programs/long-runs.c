// Each thread does many things in a row.
#include <assert.h>
#include <pthread.h>

static int values[30];

static void *fill(void *unused) {
  for (int i = 0; i < 30; ++i)
    values[i] = i;
  return unused;
}

static void check(int sum) {
  assert(sum != 435);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fill, 0);
  pthread_join(thread, 0);
  int sum = 0;
  for (int i = 0; i < 30; ++i)
    sum += values[i];
  check(sum);
  return 0;
}
