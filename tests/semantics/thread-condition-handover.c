// One value handed over through a condition variable.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static bool ready;
static int value;

static void *produce(void *p) {
  pthread_mutex_lock(&lock);
  value = *(int *)p * 2;
  ready = true;
  pthread_cond_signal(&full);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  int seed = 21;
  pthread_t t;
  pthread_create(&t, NULL, produce, &seed);
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&full, &lock);
  int got = value;
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  printf("%d\n", got);
  return got;
}
