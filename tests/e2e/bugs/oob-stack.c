// RUN: %expect %s
// A loop writes one element past a local array.
// EXPECT: out-of-bounds
#include <pthread.h>

static int sum;

static void *add_up(void *arg) {
  (void)arg;
  int squares[4];
  for (int i = 0; i <= 4; i++)
    squares[i] = i * i; // BUG: out-of-bounds
  sum = squares[3];
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, add_up, NULL);
  pthread_join(a, NULL);
  return 0;
}
