// Numbers go round from thread to thread; each takes what its neighbour has left under a lock.
#include <heddle/heddle.h>
#include <pthread.h>

int x1 = 1, x2 = 2, x3 = 3;
int flag1, flag2, flag3;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&m);
  x1 = (x3 + 1) % 4;
  flag1 = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

void *two(void *unused) {
  pthread_mutex_lock(&m);
  x2 = x1;
  flag2 = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

void *three(void *unused) {
  pthread_mutex_lock(&m);
  x3 = x2;
  flag3 = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

void *check(void *unused) {
  pthread_mutex_lock(&m);
  if (flag1 && flag2 && flag3)
    heddle_assert(x1 == x2 && x2 == x3);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, two, 0);
  pthread_create(&t[2], 0, three, 0);
  pthread_create(&t[3], 0, check, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
