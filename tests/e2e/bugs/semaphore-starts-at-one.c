// RUN: %expect %s
// The semaphore starts at one, so the consumer does not wait for the producer.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t items;
static atomic_int value;

static void *produce(void *arg) {
  (void)arg;
  atomic_store(&value, 42);
  sem_post(&items);
  return NULL;
}

static void *consume(void *arg) {
  (void)arg;
  sem_wait(&items);
  assert(atomic_load(&value) == 42); // BUG: assertion
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&items, 0, 1);
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  sem_destroy(&items);
  return 0;
}
