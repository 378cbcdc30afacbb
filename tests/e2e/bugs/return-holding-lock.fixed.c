// RUN: %expect %s
// Every way out releases the lock.
// EXPECT: safe
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stop;
static int work;

static void *step(void *arg) {
  (void)arg;
  pthread_mutex_lock(&lock);
  if (!atomic_load(&stop))
    work++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *halt(void *arg) {
  (void)arg;
  atomic_store(&stop, 1);
  pthread_mutex_lock(&lock);
  work = 0;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, step, NULL);
  pthread_create(&b, NULL, halt, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
