// RUN: %expect %s
// Both threads see the last user go, and both destroy the mutex.
// EXPECT: lock-misuse
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int users = 2;

static void *leave(void *arg) {
  (void)arg;
  atomic_fetch_sub(&users, 1);
  if (atomic_load(&users) == 0)
    pthread_mutex_destroy(&lock); // BUG: lock-misuse
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
