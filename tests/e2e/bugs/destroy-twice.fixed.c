// RUN: %expect %s
// Only the thread that brought the count to zero destroys the mutex.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int users = 2;

static void *leave(void *arg) {
  (void)arg;
  if (atomic_fetch_sub(&users, 1) == 1)
    pthread_mutex_destroy(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_init(&lock, NULL);
  pthread_create(&a, NULL, leave, NULL);
  pthread_create(&b, NULL, leave, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
