// One place, a thread that waits for it and one that only tries.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t place;
static int counter;

static void *wait(void *unused) {
  (void)unused;
  sem_wait(&place);
  ++counter;
  sem_post(&place);
  return 0;
}

static void *attempt(void *unused) {
  (void)unused;
  if (sem_trywait(&place) == 0) {
    ++counter;
    sem_post(&place);
  }
  return 0;
}

int main(void) {
  pthread_t one, two;
  sem_init(&place, 0, 1);
  pthread_create(&one, 0, wait, 0);
  pthread_create(&two, 0, attempt, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(counter == 1 || counter == 2);
  return 0;
}
