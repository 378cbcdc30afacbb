// Two threads print in an order that two semaphores fix.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t turn[2];

static void *speak(void *p) {
  int me = *(int *)p;
  for (int i = 0; i < 2; i++) {
    sem_wait(&turn[me]);
    printf("%s %d\n", me ? "under" : "over", i);
    sem_post(&turn[!me]);
  }
  return NULL;
}

int main(void) {
  sem_init(&turn[0], 0, 1);
  sem_init(&turn[1], 0, 0);
  int ids[2] = {0, 1};
  pthread_t t[2];
  for (int i = 1; i >= 0; i--)
    pthread_create(&t[i], NULL, speak, &ids[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  for (int i = 0; i < 2; i++)
    sem_destroy(&turn[i]);
  puts("done");
  return 0;
}
