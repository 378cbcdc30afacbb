// Three threads change a number under one lock; one of them takes for granted who came first.
#include <heddle/heddle.h>
#include <pthread.h>

int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return unused;
}

void *two(void *unused) {
  pthread_mutex_lock(&m);
  data += 2;
  pthread_mutex_unlock(&m);
  return unused;
}

void *three(void *unused) {
  pthread_mutex_lock(&m);
  heddle_assert(data < 3);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, two, 0);
  pthread_create(&t[2], 0, three, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
