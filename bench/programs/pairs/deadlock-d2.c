// The same routine takes two locks that it is handed, by one thread the other way round: which lock
// an expression means is not known from the routine. Bug: a deadlock.
#include <pthread.h>

struct pair {
  pthread_mutex_t *outer;
  pthread_mutex_t *inner;
};

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *take(void *argument) {
  struct pair *pair = argument;
  pthread_mutex_lock(pair->outer);
  pthread_mutex_lock(pair->inner);
  pthread_mutex_unlock(pair->inner);
  pthread_mutex_unlock(pair->outer);
  return 0;
}

int main(void) {
  struct pair there = {&locks[0], &locks[1]};
  struct pair back = {&locks[1], &locks[0]};
  pthread_t one, two;
  pthread_create(&one, 0, take, &there);
  pthread_create(&two, 0, take, &back);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
