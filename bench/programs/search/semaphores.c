// A room for two behind a semaphore, and three threads that go in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { Places = 2, Count = 3 };
static sem_t places;
static atomic_int inside;

static void *visit(void *unused) {
  (void)unused;
  sem_wait(&places);
  assert(atomic_fetch_add(&inside, 1) < Places);
  atomic_fetch_sub(&inside, 1);
  sem_post(&places);
  return 0;
}

int main(void) {
  pthread_t threads[Count];
  sem_init(&places, 0, Places);
  for (int i = 0; i < Count; ++i)
    pthread_create(&threads[i], 0, visit, 0);
  for (int i = 0; i < Count; ++i)
    pthread_join(threads[i], 0);
  return 0;
}
