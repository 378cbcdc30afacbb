// RUN: %expect %s
// One thread joins the other, main joins the first.
// EXPECT: safe
#include <pthread.h>
#include <semaphore.h>

static pthread_t one, two;
static sem_t go;

static void *first(void *arg) {
  (void)arg;
  sem_wait(&go);
  pthread_join(two, NULL);
  return NULL;
}

static void *second(void *arg) {
  (void)arg;
  sem_wait(&go);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&go, 0, 0);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  one = a;
  two = b;
  sem_post(&go);
  sem_post(&go);
  pthread_join(one, NULL);
  sem_destroy(&go);
  return 0;
}
