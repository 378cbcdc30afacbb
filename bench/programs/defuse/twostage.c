// A value and its copy are written under two locks, one after the other; readers look in between.
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
int data1, data2;
pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;

void *write_both(void *unused) {
  pthread_mutex_lock(&ma);
  data1 = 1;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&mb);
  data2 = data1 + 1;
  pthread_mutex_unlock(&mb);
  return unused;
}

void *read_both(void *unused) {
  pthread_mutex_lock(&ma);
  int one = data1;
  pthread_mutex_unlock(&ma);
  if (one == 0)
    return unused;
  pthread_mutex_lock(&mb);
  int two = data2;
  pthread_mutex_unlock(&mb);
  heddle_assert(two == one + 1);
  return unused;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N - 1; i++)
    pthread_create(&t[i], 0, write_both, 0);
  pthread_create(&t[N - 1], 0, read_both, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
