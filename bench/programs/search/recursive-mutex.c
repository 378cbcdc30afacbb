// A recursive mutex taken twice by each of two threads: two orders.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int counter;

static void *count(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  ++counter;
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  pthread_t one, two;
  pthread_create(&one, 0, count, 0);
  pthread_create(&two, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(counter == 2);
  return 0;
}
