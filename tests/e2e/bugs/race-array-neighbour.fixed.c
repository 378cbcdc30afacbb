// RUN: %expect %s
// The halves are adjacent but disjoint.
// EXPECT: safe
#include <pthread.h>

static int cells[4];

static void fill(int from, int to) {
  for (int i = from; i < to; i++)
    cells[i] = i;
}

static void *lower(void *arg) {
  (void)arg;
  fill(0, 2);
  return NULL;
}

static void *upper(void *arg) {
  (void)arg;
  fill(2, 4);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, lower, NULL);
  pthread_create(&b, NULL, upper, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
