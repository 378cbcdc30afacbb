// pthread_exit in main: the process goes on until another thread ends it.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t leaving;
static int farewell;

static void goodbye(void *p) {
  farewell = *(int *)p;
  sem_post(&leaving);
}

static void *work(void *p) {
  sem_wait(&leaving);
  printf("main said %d\n", farewell);
  exit(*(int *)p);
}

int main(void) {
  static int code = 19, seven = 7;
  sem_init(&leaving, 0, 0);
  pthread_t t;
  pthread_create(&t, NULL, work, &code);
  pthread_detach(t);
  pthread_cleanup_push(goodbye, &seven);
  pthread_exit(NULL);
  pthread_cleanup_pop(0);
}
