// A broadcast wakes all waiters.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go;
static int started, sum;

static void *wait_for_start(void *p) {
  pthread_mutex_lock(&lock);
  while (!started)
    pthread_cond_wait(&go, &lock);
  sum += *(int *)p;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_cond_init(&go, NULL);
  int values[2] = {3, 40};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, wait_for_start, &values[i]);
  pthread_mutex_lock(&lock);
  started = 1;
  pthread_cond_broadcast(&go);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  pthread_cond_destroy(&go);
  printf("%d\n", sum);
  return sum;
}
