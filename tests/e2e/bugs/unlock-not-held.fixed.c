// RUN: %expect %s
// The unlock is on the branch of the lock.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int set;

static void *assign(void *arg) {
  (void)arg;
  if (!atomic_load(&set)) {
    pthread_mutex_lock(&lock);
    atomic_store(&set, 1);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, assign, NULL);
  pthread_create(&b, NULL, assign, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
