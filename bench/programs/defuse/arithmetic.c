// Two threads turn two numbers by steps; the sum is taken to stay below a bound that inputs break.
#include <heddle/heddle.h>
#include <pthread.h>

unsigned a = 1, b = 1;
#define STEPS 3

void *left(void *unused) {
  unsigned k = heddle_range(0, 3, "k");
  for (int i = 0; i < STEPS; i++)
    a = a + b + k;
  return unused;
}

void *right(void *unused) {
  unsigned k = heddle_range(0, 3, "l");
  for (int i = 0; i < STEPS; i++)
    b = b + a + k;
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, left, 0);
  pthread_create(&t[1], 0, right, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  heddle_assert(a + b < 130);
  return 0;
}
