// A detached thread whose end is told by a condition variable.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static int done, result;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  result = 17;
  done = 1;
  pthread_cond_signal(&finished);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  int state;
  pthread_attr_getdetachstate(&attr, &state);
  pthread_t t;
  pthread_create(&t, &attr, work, NULL);
  pthread_attr_destroy(&attr);
  pthread_mutex_lock(&lock);
  while (!done)
    pthread_cond_wait(&finished, &lock);
  pthread_mutex_unlock(&lock);
  printf("%d %d\n", state == PTHREAD_CREATE_DETACHED, result);
  return result;
}
