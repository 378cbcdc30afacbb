// Two threads take turns by a state each of them leaves half done.
#include <heddle/heddle.h>
#include <pthread.h>

int data1 = 10, data2 = 10;
pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&ma);
  data1++;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&mb);
  data2++;
  pthread_mutex_unlock(&mb);
  return unused;
}

void *two(void *unused) {
  pthread_mutex_lock(&ma);
  data1 += 5;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&mb);
  data2 -= 6;
  pthread_mutex_unlock(&mb);
  return unused;
}

void *check(void *unused) {
  pthread_mutex_lock(&ma);
  int first = data1;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&mb);
  int second = data2;
  pthread_mutex_unlock(&mb);
  heddle_assert(first == 16 ? second != 10 : first != 15 || second != 5);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, two, 0);
  pthread_create(&t[2], 0, check, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
