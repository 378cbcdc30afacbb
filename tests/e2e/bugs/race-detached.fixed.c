// RUN: %expect %s
// A semaphore tells main when the result is there.
// EXPECT: safe
#include <pthread.h>
#include <semaphore.h>

static int result;
static sem_t done;

static void *compute(void *arg) {
  (void)arg;
  result = 7;
  sem_post(&done);
  return NULL;
}

int main(void) {
  pthread_t worker;
  sem_init(&done, 0, 0);
  pthread_create(&worker, NULL, compute, NULL);
  pthread_detach(worker);
  sem_wait(&done);
  int seen = result;
  (void)seen;
  return 0;
}
