// Two locks, taken in two orders. Bug: a deadlock.
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void *from_left(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return unused;
}

static void *from_right(void *unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, from_left, 0);
  pthread_create(&two, 0, from_right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
