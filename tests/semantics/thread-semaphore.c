// Unnamed semaphores: signalling, mutual exclusion, trywait, getvalue.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t mutex, done;
static int counter;

static void *work(void *unused) {
  (void)unused;
  sem_wait(&mutex);
  counter = counter * 2 + 1;
  sem_post(&mutex);
  sem_post(&done);
  return NULL;
}

int main(void) {
  sem_init(&mutex, 0, 1);
  sem_init(&done, 0, 0);
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, work, NULL);
  sem_wait(&done);
  sem_wait(&done);
  sem_wait(&mutex);
  int seen = counter, value;
  sem_getvalue(&mutex, &value);
  int r = sem_trywait(&mutex);
  printf("%d %d %d %d\n", seen, value, r, errno == EAGAIN);
  sem_post(&mutex);
  printf("%d\n", sem_trywait(&mutex));
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  sem_destroy(&done);
  sem_destroy(&mutex);
  return seen;
}
