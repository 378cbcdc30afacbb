// Two threads take turns by two semaphores: one trace.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t first, second;
static int counter;

static void *even(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i) {
    sem_wait(&first);
    assert(counter++ % 2 == 0);
    sem_post(&second);
  }
  return 0;
}

static void *odd(void *unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i) {
    sem_wait(&second);
    assert(counter++ % 2 == 1);
    sem_post(&first);
  }
  return 0;
}

int main(void) {
  pthread_t one, two;
  sem_init(&first, 0, 1);
  sem_init(&second, 0, 0);
  pthread_create(&one, 0, even, 0);
  pthread_create(&two, 0, odd, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(counter == 4);
  return 0;
}
