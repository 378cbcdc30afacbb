// N threads set two numbers, one looks whether it sees one without the other.
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
int a, b;

void *set(void *unused) {
  a = 1;
  b = -1;
  return unused;
}

void *check(void *unused) {
  int one = a, two = b;
  heddle_assert((one == 0 && two == 0) || (one == 1 && two == -1));
  return unused;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N - 1; i++)
    pthread_create(&t[i], 0, set, 0);
  pthread_create(&t[N - 1], 0, check, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
