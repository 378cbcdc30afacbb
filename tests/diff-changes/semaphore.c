// A semaphore used as a lock.
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *one(void *u) {
  sem_wait(&s);
  x = 1;
  x = 2;
  sem_post(&s);
  return u;
}
static void *two(void *u) {
  sem_wait(&s);
  y = x;
  sem_post(&s);
  return u;
}

int main(void) {
  pthread_t a, b;
  sem_init(&s, 0, 1);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + y;
}
