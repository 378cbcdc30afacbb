// N threads add to one number in N places each, without a lock.
#include <heddle/heddle.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif
int x;

#define BODY(name)                                                                                 \
  void *name(void *unused) {                                                                       \
    x = x + 1;                                                                                     \
    x = x + 2;                                                                                     \
    x = x + 3;                                                                                     \
    return unused;                                                                                 \
  }
BODY(t1)
BODY(t2)
BODY(t3)
BODY(t4)
BODY(t5)

int main(void) {
  void *(*all[])(void *) = {t1, t2, t3, t4, t5};
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, all[i], 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  heddle_assert(x != 7);
  return 0;
}
